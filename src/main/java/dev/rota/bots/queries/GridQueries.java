package dev.rota.bots.queries;

import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.model.JobState.Queued;
import dev.rota.bots.model.QuotaRow;
import dev.rota.bots.rules.GridOutlook;
import dev.rota.bots.rules.JobEviction;
import dev.rota.bots.values.GridPolicy;
import dev.rota.kernel.domain.Query;
import dev.rota.kernel.domain.QueryArguments;
import dev.rota.kernel.engine.Deadline;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a grid holds, and what comes next if nothing else happens. */
final class GridQueries {
  private GridQueries() {}

  static Map<String, Query<BotsState>> all() {
    return Map.of(
        "bots", (state, _) -> bots(state),
        "quotas", (state, _) -> quotasNow(state),
        "leases", (state, _) -> leases(state),
        "deadlines", Query.of(GridQueries::deadlines, "limit"),
        "eviction", (state, _) -> eviction(GridOutlook.eviction(state)),
        "next", Query.of(GridQueries::next, "bot"),
        "policy", (state, _) -> GridPolicy.FIELDS.told(state.policy()),
        "state", (state, _) -> BotsWholeState.of(state));
  }

  /** Returns each quota, and how many jobs of its instance wait, for whichever cohort. */
  private static List<Object> quotasNow(BotsState state) {
    Map<String, Integer> waiting = new HashMap<>();
    for (Job job : state.jobs()) {
      if (job.state() instanceof Queued) {
        waiting.merge(job.instance(), 1, Integer::sum);
      }
    }
    List<Object> quotas = new ArrayList<>();
    for (QuotaRow quota : state.quotas().all()) {
      Map<String, Object> answer = told(quota);
      answer.put("waiting", waiting.getOrDefault(quota.bounds().instance(), 0));
      quotas.add(answer);
    }
    return quotas;
  }

  /** Returns each quota's usage beside its bounds, by cohort and instance. */
  static List<Object> quotas(BotsState state) {
    List<Object> quotas = new ArrayList<>();
    for (QuotaRow quota : state.quotas().all()) {
      quotas.add(told(quota));
    }
    return quotas;
  }

  private static Map<String, Object> told(QuotaRow quota) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("cohort", quota.bounds().cohort());
    answer.put("instance", quota.bounds().instance());
    answer.put("min", quota.bounds().min());
    answer.put("max", quota.bounds().max());
    answer.put("usage", quota.usage());
    return answer;
  }

  /** Returns each bot with its slots, leases and hints. */
  private static List<Object> bots(BotsState state) {
    List<Object> bots = new ArrayList<>();
    for (Bot bot : state.allBots()) {
      Map<String, Object> answer = new LinkedHashMap<>();
      answer.put("bot", bot.name());
      answer.putAll(BotsAnswers.bot(state, bot));
      bots.add(answer);
    }
    return bots;
  }

  /** Returns the leases in force, the oldest first. */
  static List<Object> leases(BotsState state) {
    List<Object> leases = new ArrayList<>();
    for (Leased lease : state.leases().byStart().all()) {
      Map<String, Object> answer = new LinkedHashMap<>();
      answer.put("job", lease.job().name());
      answer.put("instance", lease.job().instance());
      answer.put("attempt", lease.job().attempt());
      answer.put("bot", lease.bot().name());
      answer.put("cohort", lease.bot().spec().cohort());
      answer.put("strategy", lease.found().name());
      answer.put("started_at", lease.startedAt());
      answer.put("ends_at", GridOutlook.executionEnds(state, lease));
      leases.add(answer);
    }
    return leases;
  }

  /** Arguments: limit. */
  private static Object deadlines(BotsState state, QueryArguments args) {
    List<Object> answer = new ArrayList<>();
    int limit = args.limit(state.policy().limits().position());
    for (Deadline deadline : GridOutlook.deadlines(state, limit)) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("at", deadline.atMillis());
      one.put("kind", deadline.kind());
      one.put("id", deadline.id());
      answer.add(one);
    }
    return answer;
  }

  private static Map<String, Object> eviction(JobEviction next) {
    if (next == null) {
      return null;
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("at", next.atMillis());
    answer.put("job", next.job().name());
    answer.put("victim", next.victim().job().name());
    answer.put("bot", next.victim().bot().name());
    answer.put("cohort", next.cohort());
    return answer;
  }

  /** Arguments: bot. */
  private static Object next(BotsState state, QueryArguments args) {
    Bot bot = state.bot(args.requiredText("bot"));
    if (bot == null) {
      return Map.of("error", "NOT_FOUND");
    }
    GridOutlook.Coming next = GridOutlook.coming(state, bot);
    JobEviction eviction = GridOutlook.eviction(state);
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("bot", bot.name());
    answer.put("status", bot.profile().health().name());
    answer.put("spare", bot.spare());
    answer.put("job", next == null ? null : next.job().name());
    answer.put("reason", next == null ? null : next.reason().name());
    answer.put("iteration_at", next == null ? null : next.atMillis());
    boolean here = eviction != null && eviction.victim().bot() == bot;
    answer.put("eviction", here ? eviction(eviction) : null);
    return answer;
  }
}
