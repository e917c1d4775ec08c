package dev.rota.bots.queries;

import dev.rota.bots.model.QuotaRow;

/** What a quota row says, as part of a sentence. */
final class QuotaPhrases {
  private QuotaPhrases() {}

  static String belowMinimum(QuotaRow quota) {
    return who(quota) + " is below its minimum" + where(quota, quota.bounds().min());
  }

  static String notBelowMinimum(QuotaRow quota) {
    return who(quota) + " is not below its minimum" + where(quota, quota.bounds().min());
  }

  static String aboveMinimum(QuotaRow quota) {
    return who(quota) + " is above its minimum" + where(quota, quota.bounds().min());
  }

  static String notAboveMinimum(QuotaRow quota) {
    return who(quota) + " is not above its minimum" + where(quota, quota.bounds().min());
  }

  static String belowMaximum(QuotaRow quota) {
    return who(quota) + " is below its maximum" + where(quota, quota.bounds().max());
  }

  static String atMaximum(QuotaRow quota) {
    return who(quota) + " is at its maximum" + where(quota, quota.bounds().max());
  }

  private static String who(QuotaRow quota) {
    return SentenceParts.instance(quota.bounds().instance());
  }

  private static String where(QuotaRow quota, int bound) {
    return " in cohort " + quota.bounds().cohort() + " (" + quota.usage() + " of " + bound + ")";
  }

  static String bounds(QuotaRow quota) {
    return "min " + quota.bounds().min() + ", max " + quota.bounds().max();
  }
}
