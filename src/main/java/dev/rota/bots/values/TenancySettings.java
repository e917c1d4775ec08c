package dev.rota.bots.values;

import java.util.List;

/**
 * Cohorts, quotas and pools.
 *
 * @param cohorts in order
 * @param quotas at most one per cohort and instance
 * @param pools instances that share jobs and bots
 * @param served the only instances that the assigner serves, and their pool mates; null for all
 */
public record TenancySettings(
    List<CohortLabels> cohorts,
    List<QuotaBounds> quotas,
    List<List<String>> pools,
    List<String> served) {}
