package dev.rota.shards.queries;

import dev.rota.kernel.domain.Query;
import dev.rota.kernel.domain.QueryArguments;
import dev.rota.kernel.domain.QueryHelp;
import dev.rota.kernel.domain.ReasonGroups;
import dev.rota.shards.model.PoolPolicy;
import dev.rota.shards.model.Shard;
import dev.rota.shards.model.ShardStage;
import dev.rota.shards.model.ShardsState;
import dev.rota.shards.rules.DispatchRoutine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;

/** The queries about a pool, by name. They run between turns. */
public final class ShardsQueries {
  private static final int LIMIT = 100;

  private ShardsQueries() {}

  public static Map<String, Query<ShardsState>> all() {
    Map<String, Query<ShardsState>> all = new TreeMap<>();
    all.put("check", (state, _) -> ShardsAnswers.check(state));
    all.put("queue", Query.of(ShardsQueries::queue, "limit", "at"));
    all.put("shard", of("at", (state, args) -> ShardsAnswers.shard(asked(state, args), at(args))));
    all.put(
        "pool",
        of("limit", (state, args) -> ShardsAnswers.pool(asked(state, args), args.limit(LIMIT))));
    all.put(
        "waiting",
        of("at", (state, args) -> ShardWait.explain(state, asked(state, args), at(args))));
    all.put("policy", (state, _) -> PoolPolicy.FIELDS.told(state.policy()));
    all.put("environment", (state, _) -> PoolInForce.environment(state));
    all.put("oldest", Query.of(ShardsQueries::oldest, "limit", "at"));
    all.put("reasons", (state, _) -> reasons(state));
    all.put("state", (state, _) -> ShardsWholeState.of(state));
    all.put("workers", (state, _) -> ShardsAnswers.check(state).get("workers"));
    all.put("leases", Query.of((state, args) -> ShardsAnswers.leases(state, at(args)), "at"));
    return QueryHelp.given(all, PoolQueryHelp.TEXT);
  }

  private static Shard asked(ShardsState state, QueryArguments args) {
    return state.shard(args.requiredText("shard"));
  }

  /** Returns a query about an existing shard, with one more argument. */
  private static Query<ShardsState> of(
      String argument, BiFunction<ShardsState, QueryArguments, Object> answer) {
    return Query.of(
        (state, args) ->
            asked(state, args) == null ? Map.of("error", "NOT_FOUND") : answer.apply(state, args),
        "shard",
        argument);
  }

  /** Returns the time for ages, in epoch ms, or null without ages. */
  private static Long at(QueryArguments args) {
    return args.has("at") ? (Long) args.number("at") : null;
  }

  /** The first transaction of each shard, the oldest first. Arguments as of the queue. */
  private static Object oldest(ShardsState state, QueryArguments args) {
    Long at = at(args);
    return state.allShards().stream()
        .filter(shard -> shard.pool().size() > 0)
        .sorted(Comparator.comparingLong(shard -> shard.pool().first().acceptedAt()))
        .limit(args.limit(LIMIT))
        .map(shard -> ShardsAnswers.first(shard, at))
        .toList();
  }

  /** A shard's transactions wait as one. */
  private static Object reasons(ShardsState state) {
    String queued = WaitReasons.words(DispatchRoutine.queueBarrier(state));
    ReasonGroups groups = new ReasonGroups();
    state.allShards().stream()
        .filter(shard -> shard.pool().size() > 0)
        .sorted(Comparator.comparingLong(shard -> shard.pool().first().acceptedAt()))
        .forEach(
            shard ->
                groups.add(
                    shard.stage() == ShardStage.PENDING
                        ? "for a slot, as " + queued
                        : "in a shard that a worker executes",
                    shard.name(),
                    shard.pool().size(),
                    shard.pool().first().acceptedAt()));
    return groups.told();
  }

  /** Arguments: limit; at, the time for ages in epoch ms. */
  private static Object queue(ShardsState state, QueryArguments args) {
    List<Object> places = new ArrayList<>();
    List<Shard> all = state.queue().all();
    for (Shard shard : all.subList(0, Math.min(args.limit(LIMIT), all.size()))) {
      Map<String, Object> one = new TreeMap<>();
      one.put("shard", shard.name());
      one.put("pending", shard.pool().size());
      one.put("since", shard.queuedAt());
      places.add(one);
    }
    Long at = at(args);
    Shard first = state.queue().first();
    Map<String, Object> answer = new TreeMap<>();
    answer.put("length", all.size());
    answer.put("places", places);
    answer.put("headSince", first == null ? null : first.queuedAt());
    if (at != null && first != null) {
      answer.put("headAge", at - first.queuedAt());
    }
    return answer;
  }
}
