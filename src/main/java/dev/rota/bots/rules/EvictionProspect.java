package dev.rota.bots.rules;

import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.CohortShare;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.Job.SortKey;
import dev.rota.bots.model.JobBin;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.model.QuotaRow;
import java.util.ArrayList;
import java.util.List;

/** Whether a job that waits evicts another, section 7. No decision waits for it. */
public sealed interface EvictionProspect {
  /** Who is below its minimum, and whose jobs need what the job needs: the first to go first. */
  sealed interface InNeed extends EvictionProspect {
    QuotaRow quota();

    List<Candidacy> victims();
  }

  /**
   * A lease that the job may look at.
   *
   * @param spared why it keeps its bot; null if it may be evicted
   * @param behind what puts the chosen lease before it; null if none is, or if it is spared
   */
  record Candidacy(Leased lease, VictimBarrier spared, SortKey behind) {}

  /** Nobody makes room for such jobs. */
  record Never() implements EvictionProspect {}

  record NotBelowMinimum(QuotaRow quota) implements EvictionProspect {}

  record Evicts(QuotaRow quota, List<Candidacy> victims, JobEviction eviction) implements InNeed {}

  record WaitsUntil(QuotaRow quota, List<Candidacy> victims, long atMillis) implements InNeed {}

  record FindsNobody(QuotaRow quota, List<Candidacy> victims) implements InNeed {}

  record InNextIteration(QuotaRow quota, List<Candidacy> victims) implements InNeed {}

  record OtherEvictsFirst(QuotaRow quota, List<Candidacy> victims, JobEviction first)
      implements InNeed {}

  static EvictionProspect of(BotsState state, Job job, long atMillis) {
    JobBin bin = state.board().asBin(JobBin.Key.of(job.spec()));
    if (!state.policy().preempts() || !bin.served()) {
      return new Never();
    }
    QuotaRow need = Preemption.need(state, bin);
    if (need == null) {
      for (CohortShare share : bin.shares()) {
        if (Preemption.isFor(state.policy(), bin, share.cohort())) {
          return new NotBelowMinimum(share.quota());
        }
      }
      return new Never();
    }
    JobEviction next = GridOutlook.eviction(state);
    Leased chosen = next != null && next.job() == job ? next.victim() : null;
    List<Candidacy> victims = victims(state, need.bounds().cohort(), job, chosen, atMillis);
    if (chosen != null) {
      return new Evicts(need, victims, next);
    }
    long from = state.policy().preempting().from(job.queuedAt());
    if (from > atMillis) {
      return new WaitsUntil(need, victims, from);
    }
    if (victims.stream().allMatch(one -> one.spared() != null)) {
      return new FindsNobody(need, victims);
    }
    return next == null
        ? new InNextIteration(need, victims)
        : new OtherEvictsFirst(need, victims, next);
  }

  /**
   * Returns the leases of a cohort that need what the job needs, the first to go first.
   *
   * @param chosen the lease that the job evicts; null if none
   */
  static List<Candidacy> victims(
      BotsState state, String cohort, Job job, Leased chosen, long atMillis) {
    List<Candidacy> victims = new ArrayList<>();
    for (Leased lease : state.leases().running(cohort, job.spec().needs())) {
      VictimBarrier spared =
          lease.equals(chosen) ? null : VictimBarrier.of(state, job, lease, atMillis);
      boolean behind = chosen != null && !lease.equals(chosen) && spared == null;
      victims.add(
          new Candidacy(
              lease, spared, behind ? SortKey.between(chosen.job(), lease.job(), false) : null));
    }
    return victims;
  }
}
