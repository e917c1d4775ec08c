package dev.rota.bots;

/** In which of an assigner's passes the quotas let a job onto a bot, sections 3 and 4. */
enum Tier {
  /** Below the minimum: goes first. */
  FIRST,
  SECOND,
  /** At the maximum, or where the assigner does not serve the instance. */
  CLOSED;

  static Tier of(Policy policy, Bin bin, BotClass kind) {
    if (!bin.served) {
      return CLOSED;
    }
    QuotaRow quota = kind.quotas.isEmpty() ? null : kind.quotas.get(bin.key.instance());
    if (!policy.byCohort()) {
      return quota == null || quota.isBelowMaximum() ? FIRST : CLOSED;
    }
    boolean ofCohort =
        policy.scoring().cohortOnly()
            ? kind.cohortLabels.contains(bin.key.label())
            : bin.cohort != null;
    if (quota == null || !ofCohort) {
      return CLOSED;
    }
    return quota.isBelowMinimum() ? FIRST : quota.isBelowMaximum() ? SECOND : CLOSED;
  }
}
