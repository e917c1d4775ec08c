package dev.rota.shards.forecast;

import dev.rota.kernel.domain.ForecastModel;
import dev.rota.kernel.domain.Why.Thing;
import dev.rota.shards.model.CycleWork;
import dev.rota.shards.model.Shard;
import dev.rota.shards.model.ShardFact.CycleBegun;
import dev.rota.shards.model.ShardFact.LeaseGranted;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.ShardsInput;
import dev.rota.shards.model.ShardsState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** When shards get a worker, and when transactions are in a batch. */
public final class ShardsForecast implements ForecastModel<ShardsState, ShardsInput, ShardsFact> {
  private static final String SHARD = "shard";
  private static final String TRANSACTION = "transaction";

  @Override
  public List<String> kinds() {
    return List.of(SHARD, TRANSACTION);
  }

  /** A transaction's whole name is {@code SHARD/ID}. */
  @Override
  public Thing named(Thing thing, ShardsState state) {
    if (!thing.kind().equals(TRANSACTION) || holder(thing.id(), state).isPresent()) {
      return thing;
    }
    return state.allShards().stream()
        .filter(shard -> shard.pool().has(thing.id()))
        .findFirst()
        .map(shard -> transaction(shard.name(), thing.id()))
        .orElse(thing);
  }

  /** The shard in whose pool the transaction of this whole name is. */
  private static Optional<Shard> holder(String name, ShardsState state) {
    for (int at = name.indexOf('/'); at >= 0; at = name.indexOf('/', at + 1)) {
      Shard shard = state.shard(name.substring(0, at));
      if (shard != null && shard.pool().has(name.substring(at + 1))) {
        return Optional.of(shard);
      }
    }
    return Optional.empty();
  }

  @Override
  public Optional<Place> place(Thing thing, ShardsState state) {
    return switch (thing.kind()) {
      case SHARD -> Optional.ofNullable(state.shard(thing.id())).map(ShardsForecast::place);
      case TRANSACTION ->
          holder(thing.id(), state)
              .map(shard -> place(shard, thing.id().substring(shard.name().length() + 1)));
      default -> Optional.empty();
    };
  }

  private static Place place(Shard shard) {
    return switch (shard.stage()) {
      case IDLE -> new Place(Stage.OVER, "is idle: nothing of it is pending");
      case PENDING -> new Place(Stage.WAITS, "waits in the run queue");
      case RUNNING ->
          new Place(
              Stage.STARTED,
              "runs on worker " + shard.lease().worker() + ", epoch " + shard.epoch());
    };
  }

  private static Place place(Shard shard, String id) {
    return shard.executes(id)
        ? new Place(Stage.STARTED, "is executed by worker " + shard.lease().worker())
        : new Place(Stage.WAITS, "waits in the pool of shard " + shard.name());
  }

  @Override
  public List<Thing> waiting(String kind, ShardsState state, int most) {
    return kind.equals(SHARD)
        ? state.queue().first(Math.min(most, state.queue().size())).stream()
            .map(shard -> new Thing(SHARD, shard.name()))
            .toList()
        : state.allShards().stream()
            .flatMap(shard -> transactions(shard, most))
            .limit(most)
            .toList();
  }

  private static Stream<Thing> transactions(Shard shard, int most) {
    int count = (int) Math.min(shard.pool().size(), (long) shard.out() + most);
    return shard.pool().prefix(count).stream()
        .skip(shard.out())
        .map(one -> transaction(shard.name(), one.id()));
  }

  private static Thing transaction(String shard, String id) {
    return new Thing(TRANSACTION, shard + "/" + id);
  }

  @Override
  public List<Start> starts(ShardsFact fact, long atMillis) {
    if (fact instanceof LeaseGranted granted) {
      List<Start> starts = new ArrayList<>();
      String where = "worker " + granted.worker();
      starts.add(new Start(new Thing(SHARD, granted.shard()), where, granted.atMillis()));
      starts.addAll(starts(granted.work(), granted.atMillis()));
      return starts;
    }
    return fact instanceof CycleBegun cycle ? starts(cycle.work(), cycle.atMillis()) : List.of();
  }

  private static List<Start> starts(CycleWork work, long atMillis) {
    String where = "worker " + work.worker();
    return work.transactions().stream()
        .map(one -> new Start(transaction(work.shard(), one.id()), where, atMillis))
        .toList();
  }

  @Override
  public Memory<ShardsState, ShardsInput, ShardsFact> memory() {
    return new PoolMemory();
  }
}
