package dev.rota.bots.naive;

import dev.rota.bots.JobReason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What can be asked between turns: section 15, in maps, lists, texts, truths and longs. */
final class NaiveView {
  private NaiveView() {}

  static Map<String, Object> check(NaiveGrid grid) {
    Map<String, Object> jobs = new TreeMap<>();
    grid.jobs.forEach(job -> jobs.put(job.name(), job(job)));
    Map<String, Object> bots = new TreeMap<>();
    grid.bots.forEach(bot -> bots.put(bot.name, bot(bot)));
    Map<String, Object> usage = new TreeMap<>();
    grid.rows.forEach((key, row) -> usage.put(key, (long) row.usage));
    Map<String, Object> check = new HashMap<>();
    check.put("jobs", jobs);
    check.put("bots", bots);
    check.put("usage", usage);
    check.put("assigned_count", grid.jobs.stream().filter(NaiveJob::runs).count());
    check.put("job_names", new ArrayList<>(jobs.keySet()));
    check.put("bot_names", new ArrayList<>(bots.keySet()));
    return check;
  }

  private static Map<String, Object> job(NaiveJob job) {
    Map<String, Object> told = new HashMap<>();
    told.put("stage", job.stage.name());
    told.put("assigned", job.runs());
    if (!job.isOver()) {
      told.put("bot", job.bot == null ? null : job.bot.name);
    }
    told.put("n_tries", (long) job.tries);
    told.put("evictions", (long) job.evictions);
    told.put("priority", (long) job.priority);
    told.put("code", job.code == null ? null : job.code.name());
    told.put("cancelled", job.cancelled);
    told.put("schedule_after", job.scheduleAfter);
    told.put("queued_at", job.queuedAt);
    told.put("hint", job.hint());
    told.put("label", job.label);
    told.put("instance", job.instance());
    told.put("lease", lease(job));
    return told;
  }

  // [1]
  private static String lease(NaiveJob job) {
    if (job.cancelled) {
      return "CANCELLED";
    }
    return job.runs() ? "ACTIVE" : job.isOver() ? "COMPLETED" : "PENDING";
  }

  private static Map<String, Object> bot(NaiveBot bot) {
    Map<String, Object> told = new HashMap<>();
    told.put("session", bot.session);
    told.put("instance", bot.instance);
    told.put("status", bot.status.name());
    told.put("capacity", (long) bot.spare());
    told.put("max_capacity", (long) bot.capacity);
    told.put("priority", (long) bot.priority);
    told.put("cohort", bot.cohort);
    told.put("labels", bot.able.labels());
    told.put("hints", List.copyOf(bot.hints));
    told.put("leases", bot.held.stream().map(NaiveJob::name).sorted().toList());
    told.put("expiry", bot.expiresAt);
    return told;
  }

  // [12, V003]
  static Object position(NaiveGrid grid, String operation, int limit) {
    NaiveJob job = grid.byOperation(operation);
    if (job == null) {
      return Map.of("error", "NOT_FOUND");
    }
    return Map.of("position", position(grid, job, limit));
  }

  private static String position(NaiveGrid grid, NaiveJob job, int limit) {
    long position = job.waits() ? grid.position(job) : 0;
    return position >= limit ? limit + "+" : "~" + position;
  }

  /** The oldest that wait, and where each stands. */
  static List<Object> waiting(NaiveGrid grid, int limit) {
    return grid.waiting(NaiveGrid.BY_AGE).stream()
        .limit(limit)
        .map(job -> (Object) Map.of("job", job.name(), "position", position(grid, job, limit)))
        .toList();
  }

  /** Why it waits, which the engine tells in these words; BACKED_OFF is left to it. */
  static String waiting(NaiveGrid grid, NaiveJob job, String said) {
    JobReason never = NaiveHopes.against(grid, job);
    if (!job.waits() || never != null) {
      return job.waits() ? never.name() : job.stage.name();
    }
    NaiveQuotas quotas = new NaiveQuotas(grid);
    List<NaiveBot> open =
        grid.bots.stream()
            .filter(bot -> grid.satisfies(bot, job) && quotas.isOpen(job, bot))
            .toList();
    if (!open.isEmpty() && open.stream().noneMatch(NaiveBot::isWell)) {
      return "UNHEALTHY";
    }
    if (said.equals("BACKED_OFF") && !grid.rules.onEvent() && job.triedAt >= 0) {
      return said;
    }
    boolean free = open.stream().anyMatch(bot -> bot.isWell() && bot.spare() > 0);
    return free ? "NEXT_ITERATION" : open.isEmpty() ? "QUOTA" : "NO_FREE_BOT";
  }

  // [5]
  static Object score(NaiveGrid grid, String job, String bot) {
    boolean both = grid.job(job) != null && grid.bot(bot) != null;
    return both
        ? Map.of("score", grid.rank(grid.bot(bot), grid.job(job)))
        : Map.of("error", "NOT_FOUND");
  }

  // [4, V077]
  static Object cohort(NaiveGrid grid, String cohort) {
    long min = 0;
    long max = 0;
    long usage = 0;
    for (NaiveGrid.Row row : grid.rows.values()) {
      if (row.bounds.getCohort().equals(cohort)) {
        min += row.bounds.getMin();
        max += row.bounds.getMax();
        usage += row.usage;
      }
    }
    return Map.of("min", min, "max", max, "usage", usage);
  }
}
