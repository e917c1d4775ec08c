package dev.rota.bots;

/** In which of an assigner's passes the quotas let a job onto a bot, sections 3 and 4. */
enum Tier {
  /** Below the minimum: goes first. */
  FIRST,
  SECOND,
  /** At the maximum, or where the assigner does not serve the instance. */
  CLOSED;

  static Tier of(Policy policy, Match match) {
    if (!match.bin().served) {
      return CLOSED;
    }
    QuotaRow quota = match.quota();
    if (!policy.byCohort()) {
      return quota == null || quota.isBelowMaximum() ? FIRST : CLOSED;
    }
    if (quota == null || !match.ofCohort()) {
      return CLOSED;
    }
    return quota.isBelowMinimum() ? FIRST : quota.isBelowMaximum() ? SECOND : CLOSED;
  }
}
