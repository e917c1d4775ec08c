package dev.rota.bots.model;

/** An instance's quota in a cohort that has the label of its jobs. */
public record CohortShare(String cohort, QuotaRow quota) {}
