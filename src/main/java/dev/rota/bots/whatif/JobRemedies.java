package dev.rota.bots.whatif;

import dev.rota.bots.model.BinMatch;
import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotClass;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobBin;
import dev.rota.bots.values.QuotaBounds;
import dev.rota.kernel.domain.FleetChange;
import dev.rota.kernel.domain.Remedy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What might place a job that waits: quota, then priority, then one more bot. */
final class JobRemedies {
  private JobRemedies() {}

  static List<Remedy> of(Job job, BotsState now) {
    List<Remedy> remedies = new ArrayList<>();
    List<QuotaBounds> quotas = now.policy().tenancy().quotas();
    for (QuotaBounds quota : quotas) {
      if (quota.instance().equals(job.instance()) && quota.max() < Integer.MAX_VALUE) {
        remedies.add(quota(quotas, quota, quota.min(), quota.max() + 1));
      }
    }
    for (QuotaBounds quota : quotas) {
      if (quota.instance().equals(job.instance()) && quota.min() < quota.max()) {
        remedies.add(quota(quotas, quota, quota.min() + 1, quota.max()));
      }
    }
    priorities(job, now).forEach(priority -> remedies.add(priority(job, priority)));
    for (BotClass kind : fitting(job, now)) {
      String like = kind.members().firstKey();
      String what = "with one more bot like " + like;
      remedies.add(Remedy.ofFleet(what, new FleetChange(true, "bots", "1", like)));
    }
    return remedies;
  }

  /** The whole list, in which one differs: a policy has all quotas. */
  private static Remedy quota(List<QuotaBounds> all, QuotaBounds one, int min, int max) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (QuotaBounds row : all) {
      boolean changed = row.equals(one);
      rows.add(
          Map.of(
              "cohort",
              row.cohort(),
              "instance",
              row.instance(),
              "min",
              changed ? min : row.min(),
              "max",
              changed ? max : row.max()));
    }
    String what =
        max == one.max()
            ? "with the minimum of " + one.instance() + " in " + one.cohort() + " at " + min
            : "with the maximum of " + one.instance() + " in " + one.cohort() + " at " + max;
    return Remedy.ofPolicy(what, Map.of("quotas", rows));
  }

  /** Better than its own, and better than those of running jobs and of the first that waits. */
  private static Set<Integer> priorities(Job job, BotsState now) {
    TreeSet<Integer> better = new TreeSet<>((a, b) -> Integer.compare(b, a));
    add(better, job.priority());
    for (BotClass kind : fitting(job, now)) {
      for (Bot bot : kind.members().values()) {
        bot.held().values().forEach(lease -> add(better, lease.job().priority()));
      }
    }
    better.removeIf(priority -> priority >= job.priority());
    return better;
  }

  /** Adds the next better priority. Nothing is better than the best. */
  private static void add(Set<Integer> better, int priority) {
    if (priority > Integer.MIN_VALUE) {
      better.add(priority - 1);
    }
  }

  private static Remedy priority(Job job, int priority) {
    return Remedy.ofFleet(
        "with priority " + priority + " instead of " + job.priority(),
        FleetChange.priority(job.name(), Integer.toString(priority)));
  }

  private static List<BotClass> fitting(Job job, BotsState now) {
    JobBin bin = now.board().asBin(JobBin.Key.of(job.spec()));
    return bin.matches().stream()
        .map(BinMatch::kind)
        .filter(kind -> !kind.members().isEmpty())
        .toList();
  }
}
