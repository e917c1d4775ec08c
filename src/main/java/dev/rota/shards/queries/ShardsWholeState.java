package dev.rota.shards.queries;

import dev.rota.kernel.engine.Deadline;
import dev.rota.shards.model.PoolPolicy;
import dev.rota.shards.model.PoolWorker;
import dev.rota.shards.model.Shard;
import dev.rota.shards.model.ShardsState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The whole state of a pool. */
final class ShardsWholeState {
  private ShardsWholeState() {}

  static Map<String, Object> of(ShardsState state) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("policy", PoolPolicy.FIELDS.told(state.policy()));
    answer.put("environment", PoolInForce.environment(state));
    answer.put("phase", state.standing().phase().name());
    answer.put("terminated", state.standing().terminated());
    answer.put("stopAt", ShardsAnswers.instant(state.standing().stopAt()));
    answer.put("queue", queue(state));
    Map<String, Object> shards = new TreeMap<>();
    state.allShards().forEach(shard -> shards.put(shard.name(), shard(shard)));
    answer.put("shards", shards);
    Map<String, Object> workers = new TreeMap<>();
    state.fleet().all().forEach(worker -> workers.put(worker.name(), worker(worker)));
    answer.put("workers", workers);
    answer.put("free", state.fleet().allWaiting().stream().map(PoolWorker::name).toList());
    answer.put("leases", ShardsAnswers.leases(state, null));
    answer.put("deadlines", state.deadlines().stream().map(Deadline::toString).toList());
    return answer;
  }

  private static List<Object> queue(ShardsState state) {
    List<Object> places = new ArrayList<>();
    state.queue().all().forEach(shard -> places.add(pair(shard.name(), "since", shard.queuedAt())));
    return places;
  }

  private static Map<String, Object> shard(Shard shard) {
    Map<String, Object> answer = ShardsAnswers.shard(shard);
    answer.put("pool", ShardsAnswers.pool(shard, Integer.MAX_VALUE));
    answer.put("nonces", shard.accounts() == null ? null : shard.accounts().all());
    return answer;
  }

  /** A slot waits for a report on the epoch that it is parked for. */
  private static Map<String, Object> worker(PoolWorker worker) {
    Map<String, Object> answer = ShardsAnswers.worker(worker);
    List<Object> parked = new ArrayList<>();
    worker.parked().forEach(slot -> parked.add(pair(slot.shard(), "epoch", slot.epoch())));
    answer.put("parked", parked);
    return answer;
  }

  private static Map<String, Object> pair(String shard, String name, long value) {
    Map<String, Object> pair = new LinkedHashMap<>();
    pair.put("shard", shard);
    pair.put(name, value);
    return pair;
  }
}
