package dev.rota.testing.bad;

import dev.rota.shards.model.PoolPolicy;
import dev.rota.shards.model.PoolWorker;
import dev.rota.shards.model.ServingState;
import dev.rota.shards.model.Shard;
import dev.rota.shards.model.ShardsInstants;
import java.util.Comparator;
import java.util.List;

/** Answers that decide themselves what the rules decide: one rule per method. */
@SuppressWarnings("all") // all of it is wrong
final class BadShardAnswers {
  static boolean full(Shard shard, PoolPolicy policy) {
    return shard.pool().size() > policy.maxBatch();
  }

  static boolean gone(PoolWorker worker) {
    return worker.leaving();
  }

  static boolean stopped(ServingState standing) {
    return !standing.serves();
  }

  static long until(long atMillis) {
    return ShardsInstants.plus(atMillis, 1);
  }

  static Shard first(List<Shard> shards) {
    return shards.stream().min(Comparator.comparing(Shard::queuedAt)).get();
  }
}
