package dev.rota.bots.queries;

import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobBin;
import dev.rota.bots.model.JobState.Queued;
import dev.rota.bots.rules.WaitCause;
import java.util.HashMap;
import java.util.Map;

/**
 * Why many jobs wait. To tell it of one, its bots are counted; those with the same needs wait
 * alike.
 */
final class WaitCauses {
  private final BotsState state;
  private final Map<JobBin.Key, WaitCause> known = new HashMap<>();

  WaitCauses(BotsState state) {
    this.state = state;
  }

  WaitCause of(Job job) {
    return ((Queued) job.state()).resting()
        ? WaitCause.of(state, job)
        : known.computeIfAbsent(JobBin.Key.of(job.spec()), _ -> WaitCause.of(state, job));
  }
}
