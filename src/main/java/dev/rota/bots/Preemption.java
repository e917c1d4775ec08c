package dev.rota.bots;

import dev.rota.bots.BotsFact.LeaseStarted;
import dev.rota.engine.Deadline;
import dev.rota.engine.Engine;
import java.util.List;

/** Section 7: a job below its instance's minimum takes the place of one above another's. */
final class Preemption {
  private Preemption() {}

  /** The job to evict, or null. */
  static Job victim(BotsView view, Job job, String cohort, long nowMillis) {
    String where = cohort == null ? cohortOf(view, job) : cohort;
    QuotaRow own = view.quotas().get(where, job.instance());
    if (own == null || !own.isBelowMinimum()) {
      return null;
    }
    Policy.Preempting rules = view.policy().preempting();
    for (Job victim : view.leases().running(where, job.spec.needs())) {
      if (rules.lowerPriorityOnly() && victim.priority <= job.priority) {
        return null; // they come by priority, the lowest first
      }
      if (isVictim(view, job, victim)
          && Times.plus(victim.startedAt, rules.minimumRun()) <= nowMillis) {
        return victim;
      }
    }
    return null;
  }

  /** Conditions 1 to 3; the place alone decides 2, spare capacity does not matter. */
  private static boolean isVictim(BotsView view, Job job, Job victim) {
    if (victim.instance().equals(job.instance())
        || victim.bot.health != Health.OK
        || victim.evictions >= view.policy().preempting().maxEvictions()
        || !victim.bot.kind.reaches(view.policy().pool(job.instance()))) {
      return false;
    }
    QuotaRow quota = view.quotas().get(victim.bot.spec.cohort(), victim.instance());
    return quota != null && quota.isAboveMinimum();
  }

  private static String cohortOf(BotsView view, Job job) {
    CohortLabels cohort = view.policy().cohortWith(job.spec.label());
    return cohort == null ? null : cohort.name();
  }

  static List<BotsFact> evict(BotsView view, Job victim, Job job, long nowMillis) {
    Bot bot = victim.bot;
    return List.of(
        Endings.lease(victim, Ending.EVICTED, null, Reason.PREEMPTED, nowMillis, "bots 7"),
        new LeaseStarted(
            job.spec,
            bot.name(),
            bot.spec.cohort(),
            job.attempt(),
            Found.PREEMPTION,
            Scores.score(view.policy().scoring(), job, bot),
            Reason.BELOW_MINIMUM,
            nowMillis,
            "bots 7"));
  }

  /** ON_EVENT: the eviction that is due by now, or nothing. */
  static List<BotsFact> overdue(BotsView view, long nowMillis) {
    Due due = first(view, nowMillis);
    return due == null || due.atMillis > nowMillis
        ? List.of()
        : evict(view, victim(view, due.job, null, nowMillis), due.job, nowMillis);
  }

  /** ON_EVENT: the next eviction, or null. */
  static Deadline next(BotsView view) {
    Due due = view.policy().onEvent() ? first(view, Long.MIN_VALUE) : null;
    return due == null ? null : new Deadline(due.atMillis, Deadlines.PREEMPTION, due.job.name());
  }

  /** A job that will have waited long enough, while there is a victim that has run so. */
  private record Due(Job job, long atMillis) {}

  /**
   * Of each bin below its minimum, the first by priority and the oldest are looked at: whoever of
   * the bin has waited long enough, the oldest has.
   */
  private static Due first(BotsView view, long nowMillis) {
    Due first = null;
    if (!view.policy().preempts()) {
      return null;
    }
    for (QuotaRow quota : view.quotas().all()) {
      if (!quota.isBelowMinimum()) {
        continue;
      }
      for (Bin bin : view.board().waiting()) {
        if (bin.served && isFor(bin, quota)) {
          first = sooner(first, due(view, bin.first(false), nowMillis));
          first = sooner(first, due(view, bin.first(true), nowMillis));
        }
      }
    }
    return first;
  }

  private static boolean isFor(Bin bin, QuotaRow quota) {
    if (!bin.key.instance().equals(quota.bounds.instance())) {
      return false;
    }
    return bin.cohort != null && bin.cohort.name().equals(quota.bounds.cohort());
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

  private static Due due(BotsView view, Job job, long nowMillis) {
    Policy.Preempting rules = view.policy().preempting();
    long from = Math.max(nowMillis, rules.from(job.spec.queuedAt()));
    long sooner = Engine.NEVER;
    for (Job victim : view.leases().running(cohortOf(view, job), job.spec.needs())) {
      if (rules.lowerPriorityOnly() && victim.priority <= job.priority) {
        break;
      }
      if (isVictim(view, job, victim)) {
        sooner = Math.min(sooner, Times.plus(victim.startedAt, rules.minimumRun()));
        if (sooner <= from) {
          break;
        }
      }
    }
    long due = Math.max(from, sooner);
    return due == Engine.NEVER ? null : new Due(job, due);
  }
}
