package dev.rota.bots.values;

/**
 * How many leases an instance may hold on a cohort's bots.
 *
 * @param min below it, the instance goes first and may preempt
 * @param max a ceiling
 */
public record QuotaBounds(String cohort, String instance, int min, int max) {}
