package dev.rota.bots.naive;

import dev.rota.bots.Cohort;
import dev.rota.bots.JobOutcomeKind;
import dev.rota.bots.JobReason;
import dev.rota.bots.LeaseReason;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;

/** Section 3, ON_INTERVAL: an iteration considers one job. */
final class NaiveAssigner {
  private final NaiveGrid grid;
  private final NaiveVoice voice;
  private final NaiveChance chance;
  private final NaiveQuotas quotas;
  private final NaivePlacing placing;
  private final NaivePreemption preemption;

  NaiveAssigner(
      NaiveGrid grid,
      NaiveVoice voice,
      NaiveChance chance,
      NaiveQuotas quotas,
      NaivePlacing placing,
      NaivePreemption preemption) {
    this.grid = grid;
    this.voice = voice;
    this.chance = chance;
    this.quotas = quotas;
    this.placing = placing;
    this.preemption = preemption;
  }

  /**
   * One iteration.
   *
   * @param cohort whose assigner it is; null: the PRIORITY_AGE assigner
   * @return whether it came to anything
   */
  boolean iterate(Cohort cohort) {
    return cohort == null ? iteratePriorityAge() : iterateCohort(cohort);
  }

  /** Whether an assigner has a job to consider now. */
  boolean hasWork() {
    return grid.rules.byCohort()
        ? grid.rules.policy.getCohorts().stream()
            .anyMatch(one -> !candidates(one, true).isEmpty() || !candidates(one, false).isEmpty())
        : !candidates().isEmpty();
  }

  // [3.1]
  private boolean iteratePriorityAge() {
    List<NaiveJob> candidates = candidates();
    if (candidates.isEmpty()) {
      return false;
    }
    boolean byAge = chance.drawsAge();
    NaiveJob job = Collections.min(candidates, byAge ? NaiveGrid.BY_AGE : NaiveGrid.BY_PRIORITY);
    NaivePlacing.Found found = placing.choose(job, free(job));
    if (found != null) {
      placing.bind(job, found, byAge ? LeaseReason.AGE : LeaseReason.PRIORITY);
    } else if (quotas.preemptingIn(job).stream()
        .noneMatch(cohort -> preemption.preempts(job, cohort))) {
      boolean barred = placing.isAny(job, free(job).negate());
      backOff(job, barred ? JobReason.MAX_QUOTA : JobReason.NO_BOT);
    }
    return true;
  }

  private Predicate<NaiveBot> free(NaiveJob job) {
    return bot -> quotas.isBelowMaximum(bot, job);
  }

  // [3.2]: the second pass only when the first found no candidate (V071)
  private boolean iterateCohort(Cohort cohort) {
    boolean belowMinimum = !candidates(cohort, true).isEmpty();
    List<NaiveJob> candidates = candidates(cohort, belowMinimum);
    if (candidates.isEmpty()) {
      return false;
    }
    NaiveJob job = Collections.min(candidates, NaiveGrid.BY_PRIORITY);
    long before = grid.drawn;
    NaivePlacing.Found found = placing.choose(job, bot -> quotas.isUsedBy(cohort, bot));
    if (found != null && !quotas.mayBeCharged(found.bot(), job, belowMinimum)) {
      grid.drawn = before;
      return false; // [V079]: rolled back
    }
    if (found != null) {
      placing.bind(
          job, found, belowMinimum ? LeaseReason.BELOW_MINIMUM : LeaseReason.BELOW_MAXIMUM);
    } else if (!belowMinimum || !preemption.preempts(job, cohort)) {
      backOff(job, JobReason.NO_BOT);
    }
    return true;
  }

  private void backOff(NaiveJob job, JobReason reason) {
    job.scheduleAfter = grid.now + grid.rules.policy.getFailureBackoffMs();
    job.triedAt = grid.now;
    voice.tell(
        voice
            .job(job, JobOutcomeKind.BACKED_OFF)
            .setReason(reason)
            .setBackedOffUntil(job.scheduleAfter));
  }

  /** Those the PRIORITY_AGE assigner looks at. */
  private List<NaiveJob> candidates() {
    return grid.served().stream()
        .filter(
            job ->
                isPolled(job)
                    || isParked(job)
                        && (placing.isAny(job, free(job))
                            || quotas.preemptingIn(job).stream()
                                .anyMatch(one -> preemption.victim(job, one) != null)))
        .toList();
  }

  /** Those the cohort's assigner looks at in that pass. */
  private List<NaiveJob> candidates(Cohort cohort, boolean belowMinimum) {
    return grid.served().stream()
        .filter(job -> cohort.getLabels().contains(job.label))
        .filter(job -> quotas.isBelow(cohort, job, belowMinimum))
        .filter(
            job ->
                isPolled(job)
                    || isParked(job)
                        && (placing.isAny(job, bot -> quotas.isUsedBy(cohort, bot))
                            || belowMinimum && preemption.victim(job, cohort) != null))
        .toList();
  }

  // [1]: it is tried at every iteration, until it found nothing when it might have preempted
  private boolean isPolled(NaiveJob job) {
    return job.scheduleAfter <= grid.now && job.triedAt < parkedFrom(job);
  }

  /** From there on, it is considered when there is a bot or a victim for it. */
  private boolean isParked(NaiveJob job) {
    return job.scheduleAfter <= grid.now && job.triedAt >= parkedFrom(job);
  }

  /** [3.1]: its backoff comes again and again; but not for ever, where that is how it is said. */
  private long parkedFrom(NaiveJob job) {
    long backoffs = grid.rules.policy.getFailureBackoffMs() * 10_000;
    return grid.rules.policy.getParkedJobsBackOff()
        ? Math.max(preemption.from(job), job.queuedAt + backoffs)
        : preemption.from(job);
  }
}
