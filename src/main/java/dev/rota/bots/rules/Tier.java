package dev.rota.bots.rules;

import dev.rota.bots.model.CohortShare;
import dev.rota.bots.model.Match;
import dev.rota.bots.model.QuotaRow;
import dev.rota.bots.values.Policy;

/** The assigner's pass in which the quotas permit a job on a bot, sections 3 and 4. */
public enum Tier {
  /** Below the minimum: considered first. */
  FIRST,
  SECOND,
  /** At the maximum, or the assigner does not serve the instance. */
  CLOSED;

  public static Tier of(Policy policy, Match match) {
    if (!match.bin().served()) {
      return CLOSED;
    }
    if (!policy.byCohort()) {
      return match.quota() == null || match.quota().isBelowMaximum() ? FIRST : CLOSED;
    }
    if (policy.scoring().cohortOnly()) {
      return match.ofCohort() ? of(match.quota()) : CLOSED;
    }
    // A cohort's assigner must consider the job; the bot's cohort is charged (V081).
    Tier looked = CLOSED;
    for (CohortShare share : match.bin().shares()) {
      Tier tier = of(share.quota());
      looked = tier.compareTo(looked) < 0 ? tier : looked;
    }
    Tier charged = match.kind().key().cohort() == null ? FIRST : of(match.quota());
    return charged.compareTo(looked) < 0 ? looked : charged;
  }

  /** The pass in which a cohort's assigner considers jobs with this quota. CLOSED if null. */
  public static Tier of(QuotaRow quota) {
    if (quota == null) {
      return CLOSED;
    }
    return quota.isBelowMinimum() ? FIRST : quota.isBelowMaximum() ? SECOND : CLOSED;
  }
}
