package dev.rota.bots.queries;

import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.Scores;
import dev.rota.domain.Args;
import dev.rota.domain.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The queries about a grid, by name. They run between turns. */
public final class BotsQueries {
  private BotsQueries() {}

  public static Map<String, Query<BotsState>> all() {
    Map<String, Query<BotsState>> all = new TreeMap<>(AssignerQueries.all());
    all.putAll(GridQueries.all());
    all.put("check", (state, args) -> Answers.check(state));
    all.put("position", Query.of(BotsQueries::position, "operation", "instance", "limit"));
    all.put("score", Query.of(BotsQueries::score, "job", "bot"));
    all.put("waiting", Query.of(BotsQueries::waiting, "job", "limit"));
    all.put("usage", (state, args) -> Answers.usage(state));
    all.put(
        "cohort_metrics",
        Query.of((state, args) -> Answers.cohort(state, args.requiredText("cohort")), "cohort"));
    return all;
  }

  /** Arguments: operation; instance, which must match the job's; limit. */
  private static Object position(BotsState state, Args args) {
    int limit = args.limit(state.policy().limits().position());
    Job job = state.operation(args.requiredText("operation"));
    return job == null || !args.text("instance").orElse(job.instance()).equals(job.instance())
        ? Map.of("error", "NOT_FOUND")
        : Map.of("position", new Positions(state, limit).of(job));
  }

  /** Arguments: job, bot. */
  private static Object score(BotsState state, Args args) {
    Job job = state.job(args.requiredText("job"));
    Bot bot = state.bot(args.requiredText("bot"));
    return job == null || bot == null
        ? Map.of("error", "NOT_FOUND")
        : Map.of("score", Scores.score(state.policy().scoring(), job, bot));
  }

  /** Explains why jobs wait. Arguments: job, or else all queued jobs up to limit. */
  private static Object waiting(BotsState state, Args args) {
    int limit = args.limit(state.policy().limits().position());
    Positions positions = new Positions(state, limit);
    if (args.has("job")) {
      Job job = state.job(args.requiredText("job"));
      return job == null ? Map.of("error", "NOT_FOUND") : Waiting.explain(state, job, positions);
    }
    List<Object> all = new ArrayList<>();
    for (Job job : state.queue().oldest(limit)) {
      all.add(Waiting.explain(state, job, positions));
    }
    return all;
  }
}
