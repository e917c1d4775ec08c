package dev.rota.shards.queries;

import dev.rota.kernel.domain.Why.Thing;
import dev.rota.shards.model.ShardsState;
import java.util.stream.Stream;

/** The workers and shards that a pool has. */
final class PoolNames {
  private PoolNames() {}

  static Stream<Thing> of(ShardsState state) {
    return Stream.of(
            state.fleet().all().stream().map(one -> new Thing(ShardsPhrases.WORKER, one.name())),
            state.allShards().stream().map(one -> new Thing(ShardsPhrases.SHARD, one.name())))
        .flatMap(some -> some);
  }
}
