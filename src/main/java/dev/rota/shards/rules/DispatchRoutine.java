package dev.rota.shards.rules;

import dev.rota.kernel.engine.Step;
import dev.rota.shards.model.CycleWork;
import dev.rota.shards.model.PoolFact.Ended;
import dev.rota.shards.model.PoolPolicy;
import dev.rota.shards.model.PoolWorker;
import dev.rota.shards.model.PooledTransaction;
import dev.rota.shards.model.ServingPhase;
import dev.rota.shards.model.ServingState;
import dev.rota.shards.model.Shard;
import dev.rota.shards.model.ShardFact.CycleBegun;
import dev.rota.shards.model.ShardFact.Item;
import dev.rota.shards.model.ShardFact.LeaseGranted;
import dev.rota.shards.model.ShardFact.ShardPassedOver;
import dev.rota.shards.model.ShardLease;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.ShardsState;
import dev.rota.shards.model.ShardsView;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Grants the head of the queue to the slot that waits longest, until one side is empty (L1). */
public final class DispatchRoutine {
  private DispatchRoutine() {}

  /** Adds the last steps of each turn and each deadline. */
  static void addTo(List<Step<ShardsView, ShardsFact>> steps, long nowMillis) {
    steps.add(Step.repeated(view -> next(view, nowMillis)));
    steps.add(view -> terminated(view, nowMillis));
  }

  private static List<ShardsFact> next(ShardsView view, long nowMillis) {
    if (barrier(view) != null) {
      return List.of();
    }
    Shard shard = view.queue().first();
    if (isPassedOver(shard)) {
      return List.of(new ShardPassedOver(shard.name(), nowMillis));
    }
    PoolPolicy policy = view.policy();
    PoolWorker worker = taker(view, shard);
    long epoch = shard.epoch() + 1;
    CycleWork work = work(view, shard, worker.name(), epoch, 1, shard.quantum(policy));
    long expiresAt = policy.leaseUntil(nowMillis);
    return List.of(new LeaseGranted(work, view.counters().leases() + 1, expiresAt, nowMillis));
  }

  /** Returns why the head of the run queue gets no slot, or null if it gets one (L1). */
  private static RunQueueBarrier barrier(ShardsView view) {
    if (!view.standing().serves()) {
      return view.standing().phase() == ServingPhase.SHUTDOWN
          ? RunQueueBarrier.SHUT_DOWN
          : RunQueueBarrier.DRAINED;
    }
    if (view.queue().first() == null) {
      return RunQueueBarrier.NOTHING_PENDING;
    }
    return view.waiting() == null ? RunQueueBarrier.NO_FREE_SLOT : null;
  }

  /** The same for whoever asks: of slots that are not free, it is told why. */
  public static RunQueueBarrier queueBarrier(ShardsState state) {
    RunQueueBarrier barrier = barrier(state);
    if (barrier != RunQueueBarrier.NO_FREE_SLOT) {
      return barrier;
    }
    Set<WorkerBarrier> slots = EnumSet.noneOf(WorkerBarrier.class);
    state.fleet().all().forEach(worker -> slots.add(workerBarrier(state, worker)));
    if (slots.contains(WorkerBarrier.BUSY)) {
      return RunQueueBarrier.ALL_SLOTS_BUSY;
    }
    if (slots.contains(WorkerBarrier.PARKED)) {
      return RunQueueBarrier.SLOTS_PARKED;
    }
    return slots.isEmpty() ? RunQueueBarrier.NO_WORKER : RunQueueBarrier.WORKERS_LEAVING;
  }

  /** Returns why the head of the run queue goes to no slot of this worker; null: it does. */
  public static WorkerBarrier workerBarrier(ShardsView view, PoolWorker worker) {
    if (worker.leaving()) {
      return WorkerBarrier.LEAVING;
    }
    if (!worker.hasFreeSlot()) {
      return worker.leases().isEmpty() ? WorkerBarrier.PARKED : WorkerBarrier.BUSY;
    }
    if (barrier(view) != null) {
      return WorkerBarrier.NOTHING_GRANTED;
    }
    Shard head = view.queue().first();
    if (taker(view, head) == worker) {
      return null;
    }
    return returns(view, head) ? WorkerBarrier.NOT_THE_LAST : WorkerBarrier.FREE_LATER;
  }

  /** True if the shard becomes idle at the head of the run queue, without a lease (L4). */
  public static boolean isPassedOver(Shard shard) {
    return shard.pool().size() == 0;
  }

  /** Returns the worker that gets the shard, if there is a free slot. */
  private static PoolWorker taker(ShardsView view, Shard shard) {
    return returns(view, shard) ? view.worker(shard.lastWorker()) : view.waiting();
  }

  /** Returns true if the shard goes to its last worker, since that has a waiting slot (W3). */
  public static boolean returns(ShardsView view, Shard shard) {
    if (!view.policy().affine() || shard.lastWorker() == null) {
      return false;
    }
    PoolWorker last = view.worker(shard.lastWorker());
    return last != null && last.hasFreeSlot();
  }

  /** Returns the next cycle of a running lease (L3). */
  static CycleBegun cycle(ShardsView view, Shard shard, long nowMillis) {
    ShardLease lease = shard.lease();
    long quantumLeft = shard.quantumLeft(view.policy(), nowMillis);
    CycleWork work =
        work(view, shard, lease.worker(), shard.epoch(), lease.cycle() + 1, quantumLeft);
    return new CycleBegun(work, nowMillis);
  }

  private static CycleWork work(
      ShardsView view, Shard shard, String worker, long epoch, long cycle, long quantumLeft) {
    List<Item> items = new ArrayList<>();
    for (PooledTransaction one : shard.batch(view.policy())) {
      items.add(new Item(one.id(), one.sender(), one.nonce(), one.payload()));
    }
    return new CycleWork(
        shard.name(),
        worker,
        epoch,
        cycle,
        shard.height() + 1,
        shard.stateRoot(),
        view.environment(),
        view.counters().environment(),
        shard.pool().head(),
        items,
        quantumLeft);
  }

  /** Ends the shutdown or drain once no lease is left (D3, D5). */
  private static List<ShardsFact> terminated(ShardsView view, long nowMillis) {
    ServingState standing = view.standing();
    boolean done =
        standing.phase() != ServingPhase.SERVING
            && !standing.terminated()
            && view.leases() == 0
            && (standing.phase() == ServingPhase.SHUTDOWN || view.queue().size() == 0);
    return done ? List.of(new Ended(standing.phase(), nowMillis)) : List.of();
  }
}
