package dev.rota.bots.queries;

import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobBin;
import dev.rota.bots.model.JobState.Queued;
import dev.rota.bots.values.GridPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The positions of jobs in their pools, counted up to a limit (section 12). */
final class JobPositions {
  private final GridPolicy policy;
  private final int limit;
  private final Map<String, List<JobBin>> bins = new TreeMap<>();
  private final Map<String, List<Job>> resting = new TreeMap<>();

  JobPositions(BotsState state, int limit) {
    this.policy = state.policy();
    this.limit = limit;
    for (JobBin bin : state.board().waiting()) {
      bins.computeIfAbsent(bin.pool(), _ -> new ArrayList<>()).add(bin);
    }
    for (Job job : state.queue().resting()) {
      resting.computeIfAbsent(policy.pool(job.instance()), _ -> new ArrayList<>()).add(job);
    }
  }

  /** Returns {@code ~n} or {@code limit+}. A running job has {@code ~0}. */
  String of(Job job) {
    if (!(job.state() instanceof Queued)) {
      return "~0";
    }
    long upTo = upTo(policy.pool(job.instance()), job);
    return upTo >= limit ? limit + "+" : "~" + upTo;
  }

  /** How many of the pool go before the job, or beside it; it is one of them. */
  private long upTo(String pool, Job job) {
    long count = 0;
    for (JobBin bin : bins.getOrDefault(pool, List.of())) {
      count += bin.polled().upTo(job) + (long) bin.parked().upTo(job);
      if (count >= limit) {
        return count;
      }
    }
    for (Job one : resting.getOrDefault(pool, List.of())) {
      count += one.ranksUpTo(job) ? 1 : 0;
    }
    return count;
  }
}
