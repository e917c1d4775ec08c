package dev.rota.bots.rules;

import dev.rota.bots.model.BinMatch;
import dev.rota.bots.model.BotClass;
import dev.rota.bots.model.BotsView;
import dev.rota.bots.model.CohortShare;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobBin;
import dev.rota.bots.model.QuotaRow;
import dev.rota.bots.values.BotsReason;
import dev.rota.bots.values.GridPolicy;
import java.util.ArrayList;
import java.util.List;

/**
 * The assigner's pass in which the quotas permit a job on a bot, sections 3 and 4; or why there is
 * none. Of several reasons, the last in this order holds.
 */
public enum QuotaTier {
  /** Below the minimum: considered first. */
  FIRST,
  SECOND,
  /** No cohort's assigner may consider the job: each of its quotas is used up. */
  NO_ROOM,
  /** At the maximum of the quota that is charged. */
  AT_MAXIMUM,
  /** The cohort that is charged has no quota for the instance. */
  NO_QUOTA,
  /** Another cohort's assigner uses the bot. */
  OTHER_ASSIGNER,
  /** The bot's cohort does not have the job's label. */
  OTHER_LABEL,
  /** No cohort has the job's label. */
  NO_COHORT,
  /** The assigner does not serve the instance. */
  NOT_SERVED;

  /** True if there is a pass. */
  public boolean isOpen() {
    return compareTo(SECOND) <= 0;
  }

  public static QuotaTier of(GridPolicy policy, BinMatch match) {
    if (!match.bin().served()) {
      return NOT_SERVED;
    }
    if (!policy.byCohort()) {
      return upToMaximum(match.quota());
    }
    if (policy.scoring().cohortOnly()) {
      return match.ofCohort() ? of(match.quota()) : OTHER_LABEL;
    }
    // A cohort's assigner must consider the job; the bot's cohort is charged (V081).
    QuotaTier looked = match.ofCohort() ? NO_ROOM : NO_COHORT;
    for (CohortShare share : match.bin().shares()) {
      QuotaTier tier = of(share.quota());
      looked = tier.compareTo(looked) < 0 ? tier : looked;
    }
    QuotaTier charged = match.kind().key().cohort() == null ? FIRST : of(match.quota());
    return charged.compareTo(looked) < 0 ? looked : charged;
  }

  /** The pass in which a cohort's assigner considers jobs with this quota, which may be null. */
  public static QuotaTier of(QuotaRow quota) {
    if (quota == null) {
      return NO_QUOTA;
    }
    return quota.isBelowMinimum() ? FIRST : quota.isBelowMaximum() ? SECOND : AT_MAXIMUM;
  }

  /** As {@code of}, of PRIORITY_AGE: it knows no minimum, and needs no quota. */
  static QuotaTier upToMaximum(QuotaRow quota) {
    return quota == null || quota.isBelowMaximum() ? FIRST : AT_MAXIMUM;
  }

  /** The pass in which a lease with this reason began. */
  static QuotaTier of(BotsReason reason) {
    return reason == BotsReason.BELOW_MAXIMUM ? SECOND : FIRST;
  }

  /** The reason of a lease that begins in this pass. */
  BotsReason reason(boolean byCohort, boolean age) {
    if (!byCohort) {
      return age ? BotsReason.AGE : BotsReason.PRIORITY;
    }
    return this == FIRST ? BotsReason.BELOW_MINIMUM : BotsReason.BELOW_MAXIMUM;
  }

  /**
   * Returns the quota that lets the bin's jobs run in the pass of a lease: that of the bot's
   * cohort, or for a bot of none the first of a cohort with the label. Null if none does now.
   */
  public static QuotaRow opening(BotsView view, JobBin bin, String cohort, BotsReason reason) {
    QuotaRow charged = view.quotas().get(cohort, bin.key().instance());
    if (charged != null) {
      return of(charged).compareTo(of(reason)) <= 0 ? charged : null;
    }
    for (CohortShare share : bin.shares()) {
      if (of(share.quota()).compareTo(of(reason)) <= 0) {
        return share.quota();
      }
    }
    return null;
  }

  /** True if jobs of this pass go before another's; of the same pass, by age or by priority. */
  boolean isBefore(QuotaTier others, Job job, Job other, boolean age) {
    return this == others ? Job.order(age).compare(job, other) < 0 : compareTo(others) < 0;
  }

  /** Returns the classes of bots on which the quotas permit the job, with or without free bots. */
  public static List<BotClass> open(BotsView view, Job job) {
    List<BotClass> kinds = new ArrayList<>();
    for (BinMatch match : view.board().asBin(JobBin.Key.of(job.spec())).matches()) {
      if (of(view.policy(), match).isOpen()) {
        kinds.add(match.kind());
      }
    }
    return kinds;
  }
}
