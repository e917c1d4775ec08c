package dev.rota.bots.values;

/**
 * The number of leases that an instance may hold on a cohort's bots.
 *
 * @param min an instance below it goes first and may preempt
 * @param max the maximum of leases
 */
public record QuotaBounds(String cohort, String instance, int min, int max) {}
