package dev.rota.bots.rules;

import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobState.Queued;
import dev.rota.bots.model.QuotaRow;
import dev.rota.bots.values.BotsInstants;
import dev.rota.bots.values.GridPolicy;
import dev.rota.bots.values.PreemptionSettings;
import dev.rota.kernel.engine.Engine;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * ON_INTERVAL: recomputes which jobs the assigners consider, and from when, by testing every job
 * with every bot like {@link BruteForceCheck}.
 */
final class PacedBruteForceCheck {
  /** Earlier than any instant. */
  private static final long ALREADY = Long.MIN_VALUE;

  private final BotsState state;
  private final GridPolicy policy;
  private final BruteForceCheck scan;
  private final List<Bot> free;

  PacedBruteForceCheck(BotsState state) {
    this.state = state;
    this.policy = state.policy();
    this.scan = new BruteForceCheck(state);
    this.free = state.allBots().stream().filter(BruteForceCheck::hasRoom).toList();
  }

  private Stream<Job> waiting() {
    return state.jobs().stream().filter(job -> job.state() instanceof Queued);
  }

  /** Section 1: schedule_after is in the future as of the last time backoffs were ended. */
  private boolean backsOff(Job job) {
    return job.triedAt() >= 0 && job.scheduleAfter() > state.counters().awokenAt();
  }

  /** When an assigner first has a job to consider, or {@link Engine#NEVER}. */
  long workFrom() {
    long first = Engine.NEVER;
    for (Job job : (Iterable<Job>) waiting()::iterator) {
      first = Math.min(first, backsOff(job) ? job.scheduleAfter() : considerable(job));
    }
    return first;
  }

  private long considerable(Job job) {
    long first = Engine.NEVER;
    for (String cohort : AssignerPace.assigners(policy)) {
      first = Math.min(first, considerable(job, cohort));
    }
    return first;
  }

  /**
   * When the assigner considers the job. It tries a queued job at each iteration (section 3), until
   * a try fails past the preemption delay (section 7). From then on, it considers the job when a
   * bot or a victim is available.
   */
  private long considerable(Job job, String cohort) {
    QuotaTier tier = tier(job, cohort);
    if (!tier.isOpen()) {
      return Engine.NEVER;
    }
    PreemptionSettings rules = policy.preempting();
    long mayPreempt =
        BotsInstants.plus(job.queuedAt(), rules.delay() + (rules.exclusive() ? 1 : 0));
    if (job.triedAt() < pollsUntil(job, mayPreempt)
        || free.stream().anyMatch(bot -> isFor(bot, job, cohort))) {
      return ALREADY;
    }
    boolean preempts = cohort == null ? rules.byPriorityAge() : tier == QuotaTier.FIRST;
    return preempts
        ? scan.eviction(job, cohort == null ? scan.cohortOf(job) : cohort)
        : Engine.NEVER;
  }

  private long pollsUntil(Job job, long mayPreempt) {
    long backoffs = 10_000L * policy.pacing().failureBackoff();
    return policy.pacing().parkedBackOff()
        ? Math.max(mayPreempt, BotsInstants.plus(job.queuedAt(), backoffs))
        : mayPreempt;
  }

  private QuotaTier tier(Job job, String cohort) {
    if (!policy.serves(job.instance())) {
      return QuotaTier.NOT_SERVED;
    }
    if (cohort == null) {
      return QuotaTier.FIRST;
    }
    QuotaRow quota = state.quotas().get(cohort, job.instance());
    if (quota == null || !policy.labelsOf(cohort).contains(job.spec().label())) {
      return QuotaTier.NO_QUOTA;
    }
    return quota.usage() < quota.bounds().min()
        ? QuotaTier.FIRST
        : quota.usage() < quota.bounds().max() ? QuotaTier.SECOND : QuotaTier.AT_MAXIMUM;
  }

  private boolean isFor(Bot bot, Job job, String cohort) {
    if (!scan.reaches(bot, job.instance()) || !BruteForceCheck.fits(bot, job)) {
      return false;
    }
    QuotaRow quota = state.quotas().get(bot.spec().cohort(), job.instance());
    return cohort == null
        ? quota == null || quota.usage() < quota.bounds().max()
        : !policy.scoring().cohortOnly() || cohort.equals(bot.spec().cohort());
  }

  /** The job that the assigner would consider, by pass, then by priority or age; null if none. */
  Job considered(String cohort, boolean age, long nowMillis) {
    return waiting()
        .filter(job -> !backsOff(job) && considerable(job, cohort) <= nowMillis)
        .min(
            Comparator.comparing((Job job) -> tier(job, cohort))
                .thenComparing(age ? Job.BY_AGE : Job.BY_PRIORITY))
        .orElse(null);
  }
}
