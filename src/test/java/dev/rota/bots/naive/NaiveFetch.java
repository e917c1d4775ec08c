package dev.rota.bots.naive;

import dev.rota.bots.LeaseReason;
import dev.rota.bots.Strategy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Section 9: a bot that synchronises takes more. */
final class NaiveFetch {
  private final NaiveGrid grid;
  private final NaivePlacing placing;

  NaiveFetch(NaiveGrid grid, NaivePlacing placing) {
    this.grid = grid;
    this.placing = placing;
  }

  /** Usage as it is stored. */
  Map<String, Integer> usage() {
    Map<String, Integer> usage = new HashMap<>();
    grid.rows.forEach((key, row) -> usage.put(key, row.usage));
    return usage;
  }

  /**
   * The bot takes more.
   *
   * @param before usage before the call
   */
  void after(
      NaiveBot bot, Map<String, Integer> before, List<NaiveJob> completed, List<NaiveJob> retried) {
    boolean toCapacity = grid.rules.policy.getProactiveFetchToCapacity();
    int most = toCapacity ? Integer.MAX_VALUE : completed.size();
    // What this call has given back and taken, by instance.
    Map<String, Integer> net = new HashMap<>();
    for (NaiveJob job : completed) {
      net.merge(job.instance(), -1, Integer::sum);
    }
    for (int fetched = 0; fetched < most && bot.isWell() && bot.spare() > 0; fetched++) {
      NaiveJob job = next(bot, retried, before, net);
      if (job == null) {
        return;
      }
      net.merge(job.instance(), 1, Integer::sum);
      placing.bind(job, new NaivePlacing.Found(bot, Strategy.PROACTIVE), LeaseReason.FETCHED);
    }
  }

  private static String key(NaiveBot bot, NaiveJob job) {
    return bot.cohort + "/" + job.instance();
  }

  private NaiveJob next(
      NaiveBot bot, List<NaiveJob> retried, Map<String, Integer> before, Map<String, Integer> net) {
    boolean toCapacity = grid.rules.policy.getProactiveFetchToCapacity();
    return grid.waiting(NaiveGrid.BY_PRIORITY).stream()
        .filter(job -> grid.satisfies(bot, job))
        .filter(job -> toCapacity || !retried.contains(job) && isIn(job))
        .filter(job -> isEligible(bot, job, before, net))
        .findFirst()
        .orElse(null);
  }

  private boolean isIn(NaiveJob job) {
    return job.scheduleAfter >= grid.now || grid.rules.descriptive() && job.triedAt < 0;
  }

  private boolean isEligible(
      NaiveBot bot, NaiveJob job, Map<String, Integer> before, Map<String, Integer> net) {
    if (bot.cohort == null) {
      return true;
    }
    List<String> rows =
        grid.rows.entrySet().stream()
            .filter(one -> one.getValue().bounds.getCohort().equals(bot.cohort))
            .map(Map.Entry::getKey)
            .toList();
    boolean any =
        net.values().stream().anyMatch(diff -> diff < 0)
            || rows.stream().anyMatch(key -> hasMargin(bot, key, before));
    boolean unrestricted = grid.rules.policy.getEmptyQuotaSetMeansUnrestricted();
    if (rows.isEmpty() || !any && unrestricted) {
      return true; // [V116]
    }
    return net.getOrDefault(job.instance(), 0) < 0
        || grid.row(bot.cohort, job.instance()) != null && hasMargin(bot, key(bot, job), before);
  }

  private boolean hasMargin(NaiveBot bot, String key, Map<String, Integer> before) {
    return before.get(key) <= grid.rows.get(key).bounds.getMax() - bot.spare();
  }
}
