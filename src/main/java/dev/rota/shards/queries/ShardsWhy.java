package dev.rota.shards.queries;

import dev.rota.kernel.domain.Why;
import dev.rota.shards.model.PoolWorker;
import dev.rota.shards.model.Shard;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.ShardsState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Says why a shard, a transaction or a worker of a pool is as it is. */
public final class ShardsWhy implements Why<ShardsState, ShardsFact> {
  @Override
  public List<String> kinds() {
    return List.of(ShardsPhrases.SHARD, ShardsPhrases.TRANSACTION, ShardsPhrases.WORKER);
  }

  @Override
  public Optional<Reason> now(Thing thing, ShardsState state, long atMillis) {
    switch (thing.kind()) {
      case ShardsPhrases.SHARD -> {
        Shard shard = state.shard(thing.id());
        return Optional.ofNullable(shard).map(one -> ShardNow.of(one, state, atMillis));
      }
      case ShardsPhrases.TRANSACTION -> {
        return TransactionNow.of(new SoughtTransaction(thing.id()), state, atMillis);
      }
      case ShardsPhrases.WORKER -> {
        PoolWorker worker = state.worker(thing.id());
        return Optional.ofNullable(worker).map(one -> PoolWorkerNow.of(one, state, atMillis));
      }
      default -> {
        return Optional.empty();
      }
    }
  }

  /** Why it is so costs more than that it is there. */
  @Override
  public boolean has(Thing thing, ShardsState state, long atMillis) {
    return switch (thing.kind()) {
      case ShardsPhrases.SHARD -> state.shard(thing.id()) != null;
      case ShardsPhrases.WORKER -> state.worker(thing.id()) != null;
      default -> now(thing, state, atMillis).isPresent();
    };
  }

  @Override
  public Stream<Thing> names(ShardsState state) {
    return Stream.concat(
        state.fleet().all().stream().map(one -> new Thing(ShardsPhrases.WORKER, one.name())),
        state.allShards().stream().map(one -> new Thing(ShardsPhrases.SHARD, one.name())));
  }

  @Override
  public String headline(List<ShardsFact> facts) {
    return PoolHeadline.of(facts);
  }

  @Override
  public List<Reason> decided(Thing thing, ShardsState before, List<ShardsFact> facts) {
    List<Reason> reasons = new ArrayList<>(0);
    SoughtTransaction sought = new SoughtTransaction(thing.id());
    for (ShardsFact fact : facts) {
      Reason reason =
          switch (thing.kind()) {
            case ShardsPhrases.SHARD -> AboutShard.of(thing.id(), before, facts, fact);
            case ShardsPhrases.TRANSACTION -> AboutTransaction.of(sought, before, facts, fact);
            case ShardsPhrases.WORKER -> AboutWorker.of(thing.id(), before, facts, fact);
            default -> null;
          };
      if (reason != null) {
        reasons.add(reason);
      }
    }
    return reasons;
  }
}
