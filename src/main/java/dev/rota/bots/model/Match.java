package dev.rota.bots.model;

import dev.rota.bots.values.Policy;

/**
 * Bots that can run the jobs of a bin: what of it stays the same for as long as both are there.
 *
 * @param quota of the bots' cohort for the jobs' instance; null: none
 * @param ofCohort whether a cohort that has the bin's label uses these bots
 */
public record Match(Bin bin, BotClass kind, QuotaRow quota, boolean ofCohort) {
  static Match of(Policy policy, Bin bin, BotClass kind) {
    boolean ofCohort =
        policy.scoring().cohortOnly()
            ? kind.cohortLabels.contains(bin.key.label())
            : bin.cohort != null;
    return new Match(bin, kind, kind.quotas.get(bin.key.instance()), ofCohort);
  }
}
