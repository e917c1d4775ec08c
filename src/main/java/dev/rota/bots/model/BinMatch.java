package dev.rota.bots.model;

import dev.rota.bots.values.GridPolicy;

/**
 * A class of bots that can run the jobs of a bin, with what is constant while both exist.
 *
 * @param quota the instance's quota in the bots' cohort; null if none
 * @param ofCohort true if a cohort with the bin's label uses these bots
 */
public record BinMatch(JobBin bin, BotClass kind, QuotaRow quota, boolean ofCohort) {
  public static BinMatch of(GridPolicy policy, JobBin bin, BotClass kind) {
    boolean ofCohort =
        policy.scoring().cohortOnly()
            ? kind.cohortLabels.contains(bin.key.label())
            : bin.cohort != null;
    return new BinMatch(bin, kind, kind.quotas.get(bin.key.instance()), ofCohort);
  }
}
