package dev.rota.bots.rules;

import dev.rota.bots.model.CohortShare;
import dev.rota.bots.model.Match;
import dev.rota.bots.model.QuotaRow;
import dev.rota.bots.values.Policy;

/** In which of an assigner's passes the quotas let a job onto a bot, sections 3 and 4. */
public enum Tier {
  /** Below the minimum: goes first. */
  FIRST,
  SECOND,
  /** At the maximum, or where the assigner does not serve the instance. */
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
    // Some cohort's assigner has to look for the job; the charge is the bot's cohort's (V081).
    Tier looked = CLOSED;
    for (CohortShare share : match.bin().shares()) {
      Tier tier = of(share.quota());
      looked = tier.compareTo(looked) < 0 ? tier : looked;
    }
    Tier charged = match.kind().key().cohort() == null ? FIRST : of(match.quota());
    return charged.compareTo(looked) < 0 ? looked : charged;
  }

  /** In which pass a cohort's assigner looks for jobs with this quota; null: it does not. */
  public static Tier of(QuotaRow quota) {
    if (quota == null) {
      return CLOSED;
    }
    return quota.isBelowMinimum() ? FIRST : quota.isBelowMaximum() ? SECOND : CLOSED;
  }
}
