package dev.rota.bots.values;

/**
 * What never changes about a job.
 *
 * @param ticket in the order of submission; ties of priority and age go by it
 * @param needs what a bot must have: its requirement
 * @param hint null: none
 * @param action null: joins nothing
 * @param cacheable may be joined
 * @param priority as it was submitted; those that join may better it
 * @param timeoutMillis that was asked for; null: none
 * @param queuedAt epoch ms; kept however often it is tried again
 */
public record JobSpec(
    long ticket,
    String name,
    String instance,
    Properties needs,
    String label,
    String hint,
    String action,
    boolean cacheable,
    int priority,
    Long timeoutMillis,
    long queuedAt) {}
