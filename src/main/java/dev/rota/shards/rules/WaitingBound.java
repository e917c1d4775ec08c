package dev.rota.shards.rules;

import dev.rota.kernel.engine.Engine;
import dev.rota.shards.model.PoolPolicy;
import dev.rota.shards.model.Shard;
import dev.rota.shards.model.ShardsInstants;
import dev.rota.shards.model.ShardsView;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.PriorityQueue;

/** How long a shard waits at most, by the rules: for whoever asks. */
public final class WaitingBound {
  private WaitingBound() {}

  /** Leased shards whose slots are free for others afterwards (W4). */
  private static List<Shard> busy(ShardsView view) {
    return view.leased().stream()
        .filter(one -> !view.worker(one.lease().worker()).leaving())
        .toList();
  }

  /** Returns the shard whose quantum ends first. Its slot may be free earlier (L4). */
  public static Shard firstQuantum(ShardsView view) {
    return busy(view).stream()
        .min(Comparator.comparingLong(shard -> shard.quantumEnd(view.policy())))
        .orElseThrow();
  }

  /**
   * Returns an upper bound, from now on, of the time until a slot is free for a shard. Strict FIFO
   * gives each shard ahead to the first free slot. A longer quantum never frees a slot earlier. The
   * bound holds while workers live, no lease expires and no cycle outlasts its lease's quantum. A
   * quantum of 0 is always outlasted, so it has no bound. Nor has a pool that is stopped.
   *
   * @param ahead the shards before it in the run queue
   */
  public static OptionalLong of(ShardsView view, List<Shard> ahead) {
    PoolPolicy policy = view.policy();
    PriorityQueue<Long> free = new PriorityQueue<>();
    for (Shard one : view.standing().serves() ? busy(view) : List.<Shard>of()) {
      free.add(hold(one, policy, one.lease().awaitsStart()));
    }
    boolean bounded = !free.isEmpty() && !free.contains(Engine.NEVER);
    for (Shard one : bounded ? ahead : List.<Shard>of()) {
      if (!DispatchRoutine.isPassedOver(one)) {
        long hold = hold(one, policy, true);
        bounded &= hold != Engine.NEVER;
        free.add(ShardsInstants.plus(free.remove(), hold));
      }
    }
    return bounded ? OptionalLong.of(free.element()) : OptionalLong.empty();
  }

  /** The same at a time. Empty, too, if a cycle has outlasted its lease's quantum by then. */
  public static OptionalLong at(ShardsView view, List<Shard> ahead, long atMillis) {
    boolean outlasted =
        busy(view).stream().anyMatch(one -> one.isInLastCycle(view.policy(), atMillis));
    return outlasted ? OptionalLong.empty() : of(view, ahead);
  }

  /**
   * How long a shard may have its slot from now on. Its quantum begins anew with the report of its
   * start (Q3), which comes before the lease expires (F7).
   */
  private static long hold(Shard shard, PoolPolicy policy, boolean awaitsStart) {
    long quantum = shard.quantum(policy);
    if (quantum == 0) {
      return Engine.NEVER;
    }
    return awaitsStart ? ShardsInstants.plus(policy.leaseUntil(0), quantum) : quantum;
  }
}
