package dev.rota.bots.whatif;

import dev.rota.bots.LeaseReport;
import dev.rota.bots.values.JobSpec;
import dev.rota.kernel.domain.measures.Distribution;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** How long jobs run, as their leases tell. */
final class RecordedRunningTimes {
  /** A job by its name and the time when it was queued: names come again. */
  record Work(String job, long queuedAt) {
    static Work of(JobSpec job) {
      return new Work(job.name(), job.queuedAt());
    }
  }

  /**
   * A lease that its bot completed.
   *
   * @param report what the bot said; null: it is not known
   */
  record Run(long millis, LeaseReport report) {}

  /** The same of one job. */
  private static final class Known {
    private final List<Run> runs = new ArrayList<>();
    private final Map<Integer, Long> cut = new HashMap<>();
  }

  private final Map<Work, Known> known = new HashMap<>();
  private final Distribution all = new Distribution();
  private final Set<Work> assumed = new HashSet<>();

  /** A bot completed a lease. */
  void completed(Work work, Run run) {
    known(work).runs.add(run);
    all.add(run.millis);
  }

  /** A lease ended otherwise: the job would have run for longer. */
  void cut(Work work, int attempt, long millis) {
    known(work).cut.put(attempt, millis);
  }

  private Known known(Work work) {
    return known.computeIfAbsent(work, _ -> new Known());
  }

  /**
   * How long a lease runs.
   *
   * @param completed how many of the job's leases its bots completed before
   */
  Run of(Work work, int attempt, int completed) {
    Known one = known(work);
    Run run;
    if (one.runs.isEmpty()) {
      assumed.add(work);
      run = new Run(all.samples() == 0 ? Long.MAX_VALUE : all.percentile(50), null);
    } else {
      run = one.runs.get(Math.min(completed, one.runs.size() - 1));
    }
    long atLeast = one.cut.getOrDefault(attempt, -1L) + 1;
    return new Run(Math.max(run.millis, atLeast), run.report);
  }

  /** What is assumed, in words. */
  List<String> assumed() {
    return assumed.isEmpty()
        ? List.of()
        : List.of(
            assumed.size()
                + " jobs have no recorded end. They are taken to run for the median, "
                + all.percentile(50)
                + " ms, and longer than they were seen to run.");
  }
}
