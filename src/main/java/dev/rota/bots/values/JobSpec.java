package dev.rota.bots.values;

import dev.rota.kernel.domain.OpaqueBytes;

/**
 * The fixed part of a job.
 *
 * @param ticket in submission order; it breaks ties of priority and age
 * @param needs its requirement: the properties that a bot must have
 * @param hint null for none
 * @param action null if the job joins no other
 * @param cacheable true if other jobs may join it
 * @param priority as submitted; a job that joins may improve it
 * @param timeoutMillis as requested; null for none
 * @param queuedAt epoch ms; unchanged by retries
 * @param payload what to run; null: none was said, or the job is over and is run no more
 */
public record JobSpec(
    long ticket,
    String name,
    String instance,
    SortedProperties needs,
    String label,
    String hint,
    String action,
    boolean cacheable,
    int priority,
    Long timeoutMillis,
    long queuedAt,
    OpaqueBytes payload) {
  /** The job once it is over. */
  public JobSpec spent() {
    return payload == null
        ? this
        : new JobSpec(
            ticket,
            name,
            instance,
            needs,
            label,
            hint,
            action,
            cacheable,
            priority,
            timeoutMillis,
            queuedAt,
            null);
  }
}
