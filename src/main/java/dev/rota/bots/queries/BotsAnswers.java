package dev.rota.bots.queries;

import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobState;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.model.JobState.Over;
import dev.rota.bots.model.JobState.Queued;
import dev.rota.bots.model.QuotaRow;
import dev.rota.bots.values.BotSpec;
import dev.rota.bots.values.MatchingSettings;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The answers to queries about a grid and to conformance vectors, as maps and lists. */
final class BotsAnswers {
  private BotsAnswers() {}

  /** Returns the whole current grid. History is in the ledger. */
  static Map<String, Object> check(BotsState state) {
    Map<String, Object> jobs = new TreeMap<>();
    long assigned = 0;
    for (Job job : state.jobs()) {
      jobs.put(job.name(), job(job));
      assigned += job.state() instanceof Leased ? 1 : 0;
    }
    Map<String, Object> bots = new TreeMap<>();
    state.allBots().forEach(bot -> bots.put(bot.name(), bot(state, bot)));
    Map<String, Object> answer = new TreeMap<>();
    answer.put("jobs", jobs);
    answer.put("bots", bots);
    answer.put("usage", usage(state));
    answer.put("assigned_count", assigned);
    answer.put("job_names", List.copyOf(jobs.keySet()));
    answer.put("bot_names", List.copyOf(bots.keySet()));
    return answer;
  }

  static Map<String, Object> usage(BotsState state) {
    Map<String, Object> usage = new TreeMap<>();
    for (QuotaRow quota : state.quotas().all()) {
      usage.put(quota.bounds().cohort() + "/" + quota.bounds().instance(), quota.usage());
    }
    return usage;
  }

  /** Returns the totals of a cohort's quotas (section 4). */
  static Map<String, Object> cohort(BotsState state, String cohort) {
    long min = 0;
    long max = 0;
    long usage = 0;
    for (QuotaRow quota : state.quotas().all()) {
      if (quota.bounds().cohort().equals(cohort)) {
        min += quota.bounds().min();
        max += quota.bounds().max();
        usage += quota.usage();
      }
    }
    return new TreeMap<>(Map.of("min", min, "max", max, "usage", usage));
  }

  static Map<String, Object> job(Job job) {
    Map<String, Object> answer = new TreeMap<>();
    JobState state = job.state();
    answer.put("stage", state.stage());
    answer.put("assigned", state instanceof Leased);
    if (!job.isOver()) { // its last bot is unknown
      answer.put("bot", state instanceof Leased lease ? lease.bot().name() : null);
    }
    Over over = state instanceof Over it ? it : null;
    answer.put("code", over == null || over.code() == null ? null : over.code().name());
    answer.put("cancelled", over != null && over.cancelled());
    answer.put("lease", lease(state));
    answer.put("n_tries", job.tries());
    answer.put("evictions", job.evictions());
    answer.put("priority", job.priority());
    answer.put("schedule_after", job.scheduleAfter());
    answer.put("queued_at", job.spec().queuedAt());
    answer.put("hint", job.spec().hint());
    answer.put("label", job.spec().label());
    answer.put("instance", job.instance());
    return answer;
  }

  /** Returns the lease's state, derived from the job (section 1). */
  private static String lease(JobState state) {
    return switch (state) {
      case Over over -> over.cancelled() ? "CANCELLED" : "COMPLETED";
      case Leased _ -> "ACTIVE";
      case Queued _ -> "PENDING";
    };
  }

  static Map<String, Object> bot(BotsState state, Bot bot) {
    Map<String, Object> answer = new TreeMap<>();
    answer.put("session", bot.spec().session());
    answer.put("instance", bot.spec().instance());
    answer.put("status", bot.profile().health().name());
    answer.put("capacity", bot.spare());
    answer.put("max_capacity", bot.profile().capacity());
    answer.put("priority", bot.profile().priority());
    answer.put("cohort", bot.spec().cohort());
    answer.put("labels", bot.spec().labels());
    answer.put("hints", List.copyOf(bot.hints()));
    answer.put("leases", List.copyOf(bot.held().keySet()));
    answer.put("expiry", bot.expiresAt());
    answer.put("n_platforms", platforms(state, bot));
    return answer;
  }

  private static long platforms(BotsState state, Bot bot) {
    MatchingSettings matching = state.policy().matching();
    if (matching.instances().isEmpty()) {
      return matching.common().requirementsMet(bot.spec().has());
    }
    return matching.instances().stream()
        .filter(
            one ->
                bot.spec().instance().equals(BotSpec.EVERYBODY)
                    || bot.spec().instance().equals(one.instance()))
        .mapToLong(one -> one.rules().requirementsMet(bot.spec().has()))
        .max()
        .orElse(0);
  }
}
