package dev.rota.bots.model;

/**
 * What an instance may have of a cohort that has the label of its jobs.
 *
 * @param quota of the cohort for the instance
 */
public record CohortShare(String cohort, QuotaRow quota) {}
