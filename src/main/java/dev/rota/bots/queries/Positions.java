package dev.rota.bots.queries;

import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobState.Queued;
import dev.rota.bots.values.Policy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The positions of jobs in their pools, counted up to a limit (section 12). */
final class Positions {
  private static final Comparator<Job> ORDER =
      Comparator.comparingLong(Job::priority).thenComparingLong(Job::queuedAt);

  private final Policy policy;
  private final int limit;

  /** The queued jobs of each pool, in order: a long queue is looked at once, not for each job. */
  private final Map<String, List<Job>> pools = new HashMap<>();

  Positions(BotsState state, int limit) {
    this(state.policy(), state.jobs(), limit);
  }

  Positions(Policy policy, List<Job> jobs, int limit) {
    this.policy = policy;
    this.limit = limit;
    for (Job job : jobs) {
      if (job.state() instanceof Queued) {
        pools.computeIfAbsent(policy.pool(job.instance()), pool -> new ArrayList<>()).add(job);
      }
    }
    pools.values().forEach(queue -> queue.sort(ORDER));
  }

  /** Returns {@code ~n} or {@code limit+}. A running job has {@code ~0}. */
  String of(Job job) {
    if (!(job.state() instanceof Queued)) {
      return "~0";
    }
    long upTo = upTo(pools.get(policy.pool(job.instance())), job);
    return upTo >= limit ? limit + "+" : "~" + upTo;
  }

  /** How many are before the job, or beside it; it is one of them. */
  private static int upTo(List<Job> queue, Job job) {
    int low = 0;
    int high = queue.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ORDER.compare(queue.get(middle), job) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
