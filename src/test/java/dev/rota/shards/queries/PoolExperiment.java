package dev.rota.shards.queries;

import dev.rota.kernel.engine.Stepper;
import dev.rota.kernel.engine.Turn;
import dev.rota.kernel.table.Tables;
import dev.rota.kernel.table.TreeRows;
import dev.rota.shards.model.CycleWork;
import dev.rota.shards.model.PoolWorker;
import dev.rota.shards.model.Shard;
import dev.rota.shards.model.ShardFact.CycleBegun;
import dev.rota.shards.model.ShardFact.LeaseGranted;
import dev.rota.shards.model.ShardFact.ShardPassedOver;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.ShardsInput;
import dev.rota.shards.model.ShardsInput.GaveBack;
import dev.rota.shards.model.ShardsInput.Report;
import dev.rota.shards.model.ShardsInput.Resume;
import dev.rota.shards.model.ShardsInput.Shutdown;
import dev.rota.shards.model.ShardsState;
import dev.rota.shards.rules.Inputs;
import dev.rota.shards.rules.ShardsEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** A copy of a pool, on which the real rules decide what would be if something were otherwise. */
final class PoolExperiment {
  /** A worker that no history has. */
  static final String SPARE = "spare worker";

  private final TreeRows rows;
  private final ShardsState state;
  private final Stepper<ShardsState, ShardsInput, ShardsFact> stepper;
  private long nowMillis;
  private long turns;

  /** Copies rows to which the state is saved. */
  PoolExperiment(TreeRows original, long nowMillis) {
    this.rows = new TreeRows(original);
    this.state = new ShardsState(new Tables(rows, 0));
    this.stepper = new Stepper<>(new ShardsEngine(), state);
    this.nowMillis = nowMillis;
  }

  PoolExperiment copy() {
    state.save();
    return new PoolExperiment(rows, nowMillis);
  }

  /** False if something is due already: that would be decided first. */
  boolean isAtRest() {
    return stepper.due(nowMillis) == null;
  }

  long now() {
    return nowMillis;
  }

  ShardsState state() {
    return state;
  }

  List<ShardsFact> take(ShardsInput input) {
    return stepper.take(new Turn<>("pool", ++turns, nowMillis, input));
  }

  List<ShardsFact> takeAt(long atMillis, ShardsInput input) {
    nowMillis = Math.max(nowMillis, atMillis);
    return take(input);
  }

  /** Nothing is granted until {@link #resume}. */
  PoolExperiment stop() {
    take(Inputs.command(new Shutdown(null)));
    return this;
  }

  /** All leases end, and none counts as lost. */
  PoolExperiment revoke() {
    take(Inputs.command(new Shutdown(0L)));
    take(null);
    return this;
  }

  List<ShardsFact> resume() {
    return take(Inputs.command(new Resume()));
  }

  /** These settings from now on, each name with its value; the others as before. */
  PoolExperiment policy(Object... fields) {
    take(Inputs.policy(fields));
    return this;
  }

  PoolExperiment join(String worker, int slots) {
    PoolWorker live = state.worker(worker);
    take(Inputs.join(worker, live == null ? 1 : live.incarnation() + 1, slots));
    return this;
  }

  PoolExperiment leave(String worker) {
    PoolWorker live = state.worker(worker);
    if (live != null) {
      take(new ShardsInput.Leave(worker, live.incarnation()));
    }
    return this;
  }

  /** All workers leave but these. */
  PoolExperiment alone(String... staying) {
    List<String> those = List.of(staying);
    for (PoolWorker one : state.fleet().all()) {
      if (!those.contains(one.name())) {
        leave(one.name());
      }
    }
    return this;
  }

  List<ShardsFact> giveBack(String shard, String worker, long epoch) {
    Shard one = state.shard(shard);
    long cycle = one == null || one.lease() == null ? 1 : one.lease().cycle();
    return take(new Report(shard, worker, epoch, cycle, new GaveBack()));
  }

  /** Gives back whatever lease the shard has now. */
  List<ShardsFact> giveBack(String shard) {
    Shard one = state.shard(shard);
    return giveBack(shard, one.lease().worker(), one.epoch());
  }

  List<ShardsFact> done(String shard, long atMillis) {
    Shard one = state.shard(shard);
    return takeAt(
        atMillis, Inputs.done(shard, one.lease().worker(), one.epoch(), one.lease().cycle()));
  }

  /** Gives a waiting shard a slot: nothing of it is otherwise, all others are as they are. */
  List<ShardsFact> serveAll() {
    stop();
    join(SPARE, Math.max(1, state.queue().size()));
    return resume();
  }

  /** The shards that were dequeued, in their order. */
  static List<String> dequeued(List<ShardsFact> facts) {
    return facts.stream()
        .map(
            fact ->
                fact instanceof LeaseGranted granted
                    ? granted.shard()
                    : fact instanceof ShardPassedOver passed ? passed.shard() : null)
        .filter(Objects::nonNull)
        .toList();
  }

  static List<LeaseGranted> grants(List<ShardsFact> facts) {
    return all(facts, LeaseGranted.class).toList();
  }

  /** The cycles that begin. */
  static List<CycleWork> works(List<ShardsFact> facts) {
    List<CycleWork> works = new ArrayList<>();
    for (ShardsFact fact : facts) {
      if (fact instanceof LeaseGranted granted) {
        works.add(granted.work());
      } else if (fact instanceof CycleBegun cycle) {
        works.add(cycle.work());
      }
    }
    return works;
  }

  static <T extends ShardsFact> Stream<T> all(List<ShardsFact> facts, Class<T> type) {
    return facts.stream().filter(type::isInstance).map(type::cast);
  }
}
