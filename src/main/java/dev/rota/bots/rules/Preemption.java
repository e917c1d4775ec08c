package dev.rota.bots.rules;

import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsFact.LeaseStarted;
import dev.rota.bots.model.BotsView;
import dev.rota.bots.model.CohortShare;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobBin;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.model.QuotaRow;
import dev.rota.bots.values.BotsInstants;
import dev.rota.bots.values.BotsReason;
import dev.rota.bots.values.GridPolicy;
import dev.rota.bots.values.LeaseEnd;
import dev.rota.bots.values.MatchStrategy;
import dev.rota.bots.values.PreemptionSettings;
import dev.rota.kernel.engine.Deadline;
import dev.rota.kernel.engine.Engine;
import java.util.ArrayList;
import java.util.List;

/** Section 7: a job of an instance below its minimum evicts one of an instance above its own. */
final class Preemption {
  private Preemption() {}

  /** Queued jobs, and a cohort in which their instance is below its minimum. */
  private record Need(JobBin bin, String cohort) {}

  /** When a job has waited long enough and its victim has run long enough. */
  private record Due(Job job, long atMillis) {}

  /**
   * Returns the lease to evict for a job of the bin with that priority, or null.
   *
   * @param cohort the assigner's cohort; null for PRIORITY_AGE, which uses the first with the label
   */
  static Leased victim(BotsView view, JobBin bin, int priority, String cohort, long nowMillis) {
    Need need = need(view, bin, cohort);
    return need == null ? null : victim(view, need, priority, nowMillis);
  }

  /**
   * Returns the first parked job that has a victim by then, or null.
   *
   * @param cohort as in {@code victim}
   * @param age true for the oldest job, false for the first by priority
   */
  static Job entitled(BotsView view, JobBin bin, String cohort, boolean age, long nowMillis) {
    Need need = need(view, bin, cohort);
    int priority = bin.parked().first().priority();
    Leased victim = need == null ? null : victim(view, need, priority, nowMillis);
    if (victim == null) {
      return null;
    }
    return age ? bin.parked().oldestBefore(bound(view, victim)) : bin.parked().first();
  }

  /** Returns null if the instance is not below its minimum in the cohort. */
  private static Need need(BotsView view, JobBin bin, String cohort) {
    String where = cohort == null && bin.cohort() != null ? bin.cohort().name() : cohort;
    QuotaRow quota = view.quotas().get(where, bin.key().instance());
    return quota != null && quota.isBelowMinimum() ? new Need(bin, where) : null;
  }

  /** Returns the first lease that a job of that priority may evict by then, or null. */
  private static Leased victim(BotsView view, Need need, int priority, long nowMillis) {
    for (Leased victim : view.leases().running(need.cohort, need.bin.key().needs())) {
      if (bound(view, victim) <= priority) {
        return null; // sorted by priority, the lowest first
      }
      if (spared(view, need.bin, victim) == null && ready(view, victim) <= nowMillis) {
        return victim;
      }
    }
    return null;
  }

  /** Condition 4: only jobs with a smaller priority number than this may evict the victim. */
  private static long bound(BotsView view, Leased victim) {
    return view.policy().preempting().lowerPriorityOnly()
        ? victim.job().priority()
        : Long.MAX_VALUE;
  }

  /** Epoch ms from which the lease has run long enough to be evicted. */
  private static long ready(BotsView view, Leased lease) {
    return BotsInstants.plus(lease.startedAt(), view.policy().preempting().minimumRun());
  }

  /** Returns why a job of that priority in the bin may not evict the lease by then, or null. */
  static SparedReason spared(
      BotsView view, JobBin bin, int priority, Leased lease, long nowMillis) {
    SparedReason spared = spared(view, bin, lease);
    if (spared == null && bound(view, lease) <= priority) {
      return SparedReason.PRIORITY;
    }
    return spared == null && ready(view, lease) > nowMillis ? SparedReason.RUN_TOO_SHORT : spared;
  }

  /** Conditions 1 to 3. Condition 2 depends only on the bot; spare capacity does not matter. */
  private static SparedReason spared(BotsView view, JobBin bin, Leased victim) {
    if (victim.job().instance().equals(bin.key().instance())) {
      return SparedReason.SAME_INSTANCE;
    }
    if (!victim.bot().isHealthy()) {
      return SparedReason.BOT_NOT_OK;
    }
    if (victim.job().evictions() >= view.policy().preempting().maxEvictions()) {
      return SparedReason.EVICTED_OFTEN;
    }
    if (!victim.bot().kind().reaches(bin.pool())) {
      return SparedReason.OUT_OF_REACH;
    }
    QuotaRow quota = view.quotas().get(victim.bot().spec().cohort(), victim.job().instance());
    if (quota == null) {
      return SparedReason.NO_QUOTA;
    }
    return quota.isAboveMinimum() ? null : SparedReason.NOT_ABOVE_MINIMUM;
  }

  /** Returns why the job does not take the place of the victim, but the winner; or null. */
  static JobBarrier outdone(BotsView view, LeaseStarted lease, Leased victim, Job winner, Job job) {
    JobBin bin = view.board().asBin(JobBin.Key.of(job.spec()));
    QuotaRow quota = bin.served() ? bin.quota(lease.cohort()) : null;
    if (quota == null || !isFor(view.policy(), bin, lease.cohort())) {
      return null; // nobody of this cohort makes room for it
    }
    if (!quota.isBelowMinimum()) {
      return new JobBarrier.NotInNeed(quota);
    }
    long from = view.policy().preempting().from(job.queuedAt());
    if (from > lease.atMillis()) {
      return new JobBarrier.EvictsFrom(from);
    }
    if (!bin.key().needs().equals(victim.job().spec().needs())) {
      return new JobBarrier.OtherNeeds(victim);
    }
    VictimBarrier spared = VictimBarrier.of(view, job, victim, lease.atMillis());
    if (spared != null) {
      return new JobBarrier.MayNotEvict(spared);
    }
    JobBarrier behind = JobBarrier.behind(winner, QuotaTier.FIRST, job, QuotaTier.FIRST, false);
    return behind == null ? new JobBarrier.NotConsidered(winner) : behind;
  }

  /** Returns a quota below whose minimum the bin's instance is, so that its jobs evict; or null. */
  static QuotaRow need(BotsView view, JobBin bin) {
    for (CohortShare share : bin.shares()) {
      if (isInNeed(view.policy(), bin, share)) {
        return share.quota();
      }
    }
    return null;
  }

  private static boolean isInNeed(GridPolicy policy, JobBin bin, CohortShare share) {
    return share.quota().isBelowMinimum() && isFor(policy, bin, share.cohort());
  }

  static List<BotsFact> evict(BotsView view, Leased victim, Job job, long nowMillis) {
    Bot bot = victim.bot();
    MatchStrategy found = MatchStrategy.PREEMPTION;
    BotsReason reason = BotsReason.BELOW_MINIMUM;
    return List.of(
        GridEndings.lease(
            victim, LeaseEnd.EVICTED, null, BotsReason.PREEMPTED, nowMillis, "bots 7"),
        LeaseStarted.of(view.policy(), job, bot, found, reason, nowMillis, "bots 7"));
  }

  /** ON_EVENT: makes the first eviction due by then, if any. */
  static List<BotsFact> overdue(BotsView view, long dueMillis, long nowMillis) {
    Deadline due = next(view);
    if (due == null || due.atMillis() > dueMillis) {
      return List.of();
    }
    JobEviction first = first(view, dueMillis);
    return evict(view, first.victim(), first.job(), nowMillis);
  }

  /** Returns the eviction that is made of those due by then, or null. */
  static JobEviction first(BotsView view, long dueMillis) {
    PreemptionSettings rules = view.policy().preempting();
    JobEviction first = null;
    for (Need need : needs(view)) {
      Leased victim = victim(view, need, need.bin.parked().first().priority(), dueMillis);
      Job job =
          victim == null
              ? null
              : need.bin
                  .parked()
                  .firstBefore(bound(view, victim), one -> rules.from(one.queuedAt()) <= dueMillis);
      if (job != null && (first == null || Job.BY_PRIORITY.compare(job, first.job()) < 0)) {
        first = new JobEviction(job, victim, need.cohort, dueMillis);
      }
    }
    return first;
  }

  /** When the first parked job may evict another, and which job it is; null if none. */
  static Deadline next(BotsView view) {
    return view.eviction().orElse(() -> search(view));
  }

  private static Deadline search(BotsView view) {
    Due first = null;
    for (Need need : needs(view)) {
      first = sooner(first, due(view, need));
    }
    return first == null || first.atMillis == Engine.NEVER
        ? null
        : new Deadline(first.atMillis, GridDeadlines.PREEMPTION, first.job.name());
  }

  private static List<Need> needs(BotsView view) {
    List<Need> needs = new ArrayList<>();
    if (!view.policy().preempts() || view.quotas().nobodyIsBelowMinimum()) {
      return needs;
    }
    for (JobBin bin : view.board().waiting()) {
      if (bin.served() && !bin.parked().isEmpty()) {
        for (CohortShare share : bin.shares()) {
          if (isInNeed(view.policy(), bin, share)) {
            needs.add(new Need(bin, share.cohort()));
          }
        }
      }
    }
    return needs;
  }

  /** A cohort's assigner considers all its labels; PRIORITY_AGE considers one cohort per label. */
  static boolean isFor(GridPolicy policy, JobBin bin, String cohort) {
    return policy.byCohort() || bin.cohort().name().equals(cohort);
  }

  private static Due sooner(Due one, Due other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    if (one.atMillis != other.atMillis) {
      return one.atMillis < other.atMillis ? one : other;
    }
    return Job.BY_PRIORITY.compare(one.job, other.job) <= 0 ? one : other;
  }

  /**
   * Later victims can be evicted by fewer jobs. Such a victim matters only if it is ready sooner,
   * and then only for the oldest of those jobs, which has waited longest.
   */
  private static Due due(BotsView view, Need need) {
    PreemptionSettings rules = view.policy().preempting();
    Due first = null;
    long sooner = Engine.NEVER;
    for (Leased victim : view.leases().running(need.cohort, need.bin.key().needs())) {
      long bound = bound(view, victim);
      if (bound <= need.bin.parked().first().priority()) {
        break;
      }
      long ready = ready(view, victim);
      if (ready < sooner && spared(view, need.bin, victim) == null) {
        sooner = ready;
        Job oldest = need.bin.parked().oldestBefore(bound);
        long from = rules.from(oldest.queuedAt());
        first = sooner(first, new Due(oldest, Math.max(from, ready)));
        if (ready <= from) {
          break;
        }
      }
    }
    return first;
  }
}
