package dev.rota.bots.forecast;

import dev.rota.kernel.domain.measures.RecentSamples;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** How long jobs run until their bot reports them as completed, ms. */
final class LearnedRunningTimes {
  private static final int KEPT = 1000;

  /** Of fewer, the running times of all jobs are taken. */
  private static final int ENOUGH = 5;

  /** Labels are the clients' words. */
  private static final int GROUPS_MAX = 10_000;

  private final Map<Group, RecentSamples> groups = new HashMap<>();
  private final RecentSamples all = new RecentSamples(KEPT);

  /**
   * Jobs that are alike.
   *
   * @param cohort of the bot; null: none
   */
  record Group(String label, String cohort) {
    @Override
    public String toString() {
      return "with label " + label + (cohort == null ? "" : " in cohort " + cohort);
    }
  }

  void add(Group group, long millis) {
    all.add(millis);
    if (groups.containsKey(group) || groups.size() < GROUPS_MAX) {
      groups.computeIfAbsent(group, _ -> new RecentSamples(KEPT)).add(millis);
    }
  }

  /**
   * How long a job of the group runs that has run for so long; -1: nothing is known.
   *
   * @param assumed takes in words what is assumed
   */
  long total(Group group, long elapsed, Set<String> assumed) {
    RecentSamples own = groups.get(group);
    boolean enough = own != null && own.count() >= ENOUGH;
    RecentSamples samples = enough ? own : all;
    if (samples.count() == 0) {
      assumed.add("no lease ends, as none has ended in the history that was read");
      return -1;
    }
    if (samples.countFrom(elapsed) == 0) {
      assumed.add("a job that has run longer than all before it runs as long again");
      return 2 * elapsed;
    }
    String whose = enough ? "jobs " + group : "jobs";
    assumed.add(whose + " run " + samples.usualTime());
    long total = samples.medianFrom(elapsed);
    if (total != samples.percentile(50)) {
      assumed.add("a job that runs already takes as long as half of those that ran as long as it");
    }
    return total;
  }
}
