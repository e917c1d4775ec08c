package dev.rota.bots.rules;

import dev.rota.bots.model.BotsView;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobBin;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.model.QuotaRow;

/**
 * Why a lease keeps its bot although a job may evict. It is made for whoever asks.
 *
 * @param quota of the lease's instance in its bot's cohort; null if none
 * @param minimumRun ms for which a lease is spared
 */
public record VictimBarrier(Leased lease, SparedReason why, QuotaRow quota, long minimumRun) {
  /** Returns what spares the lease by then; null if the job may evict it. */
  static VictimBarrier of(BotsView view, Job job, Leased lease, long nowMillis) {
    JobBin bin = view.board().asBin(JobBin.Key.of(job.spec()));
    SparedReason why = Preemption.spared(view, bin, job.priority(), lease, nowMillis);
    QuotaRow quota = view.quotas().get(lease.bot().spec().cohort(), lease.job().instance());
    return why == null
        ? null
        : new VictimBarrier(lease, why, quota, view.policy().preempting().minimumRun());
  }
}
