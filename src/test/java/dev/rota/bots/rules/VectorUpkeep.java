package dev.rota.bots.rules;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Given;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobFact;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.model.JobState.Over;
import dev.rota.bots.model.JobState.Queued;
import dev.rota.bots.values.BotsInstants;
import dev.rota.bots.values.BotsReason;
import dev.rota.bots.values.GridPolicy;
import dev.rota.bots.values.QuotaBounds;
import dev.rota.bots.values.TenancySettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Operations of the vectors on sessions, time-outs and quotas. */
final class VectorUpkeep {
  private final Grid grid;
  private final VectorHistory history;
  private final int reapBatch;

  VectorUpkeep(Grid grid, VectorHistory history, int reapBatch) {
    this.grid = grid;
    this.history = history;
    this.reapBatch = reapBatch;
  }

  private BotsState state() {
    return grid.state();
  }

  Map<String, Object> closeBot(long at, JsonNode args) {
    Bot bot = state().bot(args.get("bot").asText());
    if (bot == null) {
      return Map.of("error", "NOT_FOUND");
    }
    history.note(grid.apply(GridEndings.gone(state(), bot, BotsReason.BOT_CLOSED, null, at)));
    return Map.of("closed", bot.name());
  }

  /** Five per transaction, latest expiry first (V121). */
  Map<String, Object> reap(long at, JsonNode args) {
    List<String> closed = new ArrayList<>();
    List<Bot> expired = new ArrayList<>();
    do {
      expired.clear();
      for (Bot bot : state().byExpiry().all()) {
        if (bot.expiresAt() < at) {
          expired.add(0, bot);
        }
      }
      for (Bot bot : expired.subList(0, Math.min(reapBatch, expired.size()))) {
        history.note(grid.apply(GridEndings.gone(state(), bot, BotsReason.BOT_LOST, null, at)));
        closed.add(bot.name());
      }
    } while (!args.path("once").asBoolean() && !expired.isEmpty());
    return Map.of("closed", closed);
  }

  /** One job per transaction. */
  Map<String, Object> timeoutExecuting(long at) {
    long limit = state().policy().limits().execution();
    for (Leased lease : state().leases().byStart().all()) {
      Job job = lease.job();
      if (BotsInstants.plus(lease.startedAt(), limit) <= at) {
        history.note(grid.apply(GridDeadlines.overran(job, at)));
        return Map.of("job", job.name());
      }
    }
    return java.util.Collections.singletonMap("job", null);
  }

  /** The original leaves out when they ended, and never prunes them (V136). */
  Map<String, Object> timeoutQueued(long at, JsonNode args) {
    List<String> jobs = new ArrayList<>();
    for (Job job : state().jobs()) {
      boolean old = job.spec().queuedAt() < at - args.get("max_age_ms").asLong();
      if (job.state() instanceof Queued && old && jobs.size() < limit(args)) {
        grid.apply(List.of(GridDeadlines.gaveUp(job, -1, at)));
        jobs.add(job.name());
      }
    }
    return Map.of("jobs", jobs);
  }

  private static int limit(JsonNode args) {
    return args.path("limit").asInt(10_000);
  }

  Map<String, Object> prune(long at, JsonNode args) {
    List<String> jobs = new ArrayList<>();
    for (Job job : List.copyOf(state().byEnd().all())) {
      long completedAt = ((Over) job.state()).completedAt();
      boolean old = completedAt <= at - args.get("max_age_ms").asLong();
      if (old && jobs.size() < limit(args)) {
        grid.apply(
            List.of(new JobFact.JobForgotten(job.name(), job.instance(), BotsReason.AGE, at)));
        jobs.add(job.name());
      }
    }
    return Map.of("jobs", jobs);
  }

  Map<String, Object> putQuota(JsonNode args) {
    List<QuotaBounds> quotas = others(args);
    quotas.add(
        new QuotaBounds(
            args.get("cohort").asText(),
            args.get("instance").asText(),
            args.path("min").asInt(),
            args.path("max").asInt()));
    adopt(quotas);
    return Map.of("ok", true);
  }

  Map<String, Object> deleteQuota(JsonNode args) {
    boolean existed =
        state().quotas().get(args.get("cohort").asText(), args.get("instance").asText()) != null;
    adopt(others(args));
    return Map.of("existed", existed);
  }

  private List<QuotaBounds> others(JsonNode args) {
    List<QuotaBounds> others = new ArrayList<>(state().policy().tenancy().quotas());
    others.removeIf(
        one ->
            one.cohort().equals(args.get("cohort").asText())
                && one.instance().equals(args.get("instance").asText()));
    return others;
  }

  private void adopt(List<QuotaBounds> quotas) {
    GridPolicy p = state().policy();
    TenancySettings t = p.tenancy();
    TenancySettings tenancy = new TenancySettings(t.cohorts(), quotas, t.pools(), t.served());
    grid.apply(List.of(new BotsFact.PolicyApplied(Tenants.of(p, tenancy), 0)));
  }

  Map<String, Object> forceUsage(JsonNode args) {
    String cohort = args.get("cohort").asText();
    String instance = args.get("instance").asText();
    Given.charge(state(), cohort, instance, args.get("delta").asInt());
    return Map.of("ok", state().quotas().get(cohort, instance) != null);
  }
}
