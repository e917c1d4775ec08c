package dev.rota.shards.rules;

import dev.rota.kernel.engine.Deadline;
import dev.rota.kernel.engine.Invariant;
import dev.rota.shards.model.PoolWorker;
import dev.rota.shards.model.Shard;
import dev.rota.shards.model.ShardLease;
import dev.rota.shards.model.ShardStage;
import dev.rota.shards.model.ShardsDeadlineKind;
import dev.rota.shards.model.ShardsState;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The invariants of a pool. */
public final class ShardsInvariants {
  private ShardsInvariants() {}

  public static List<Invariant<ShardsState>> all() {
    return List.of(
        new Invariant<>(
            "a running shard has one lease, and no other has any", ShardsInvariants::i1),
        new Invariant<>("the run queue holds the pending shards, each once", ShardsInvariants::i2),
        new Invariant<>("no transaction waits in an idle shard", ShardsInvariants::i3),
        new Invariant<>("no shard waits beside a slot that waits", ShardsInvariants::i4),
        new Invariant<>("what is executed is the first of the pool", ShardsInvariants::i10),
        new Invariant<>("a worker's slots wait, work or are parked", ShardsInvariants::i11),
        new Invariant<>("a worker is gone before its leases expire", ShardsInvariants::c1));
  }

  private static Optional<String> i1(ShardsState state) {
    int running = 0;
    for (Shard shard : state.allShards()) {
      ShardLease lease = shard.lease();
      if (lease != null) {
        running++;
        PoolWorker worker = state.worker(lease.worker());
        if (worker == null || worker.leases().get(lease.grant()) != shard) {
          return Optional.of(shard.name() + " is not held by " + lease.worker());
        }
      }
    }
    int held = state.fleet().all().stream().mapToInt(worker -> worker.leases().size()).sum();
    return running == state.leases() && held == running
        ? Optional.empty()
        : Optional.of(running + " run, " + state.leases() + " are leased, " + held + " held");
  }

  private static Optional<String> i2(ShardsState state) {
    Set<Shard> queued = new HashSet<>();
    for (Shard shard : state.queue().all()) {
      if (!queued.add(shard) || shard.stage() != ShardStage.PENDING) {
        return Optional.of(shard.name() + " is " + shard.stage() + " and in the queue");
      }
    }
    long pending =
        state.allShards().stream().filter(shard -> shard.stage() == ShardStage.PENDING).count();
    return pending == queued.size()
        ? Optional.empty()
        : Optional.of(pending + " shards are pending, " + queued.size() + " in the queue");
  }

  private static Optional<String> i3(ShardsState state) {
    return state.allShards().stream()
        .filter(shard -> shard.stage() == ShardStage.IDLE && shard.pool().size() > 0)
        .findFirst()
        .map(shard -> shard.name() + " is idle with " + shard.pool().size());
  }

  private static Optional<String> i4(ShardsState state) {
    Shard first = state.queue().first();
    return state.standing().serves() && first != null && state.waiting() != null
        ? Optional.of(first.name() + " waits, and so does " + state.waiting().name())
        : Optional.empty();
  }

  private static Optional<String> i10(ShardsState state) {
    return state.leased().stream()
        .filter(shard -> shard.lease().count() < 1 || shard.lease().count() > shard.pool().size())
        .findFirst()
        .map(
            shard ->
                shard.name() + " runs " + shard.lease().count() + " of " + shard.pool().size());
  }

  private static Optional<String> i11(ShardsState state) {
    int waiting = 0;
    for (PoolWorker worker : state.fleet().all()) {
      int busy = worker.waiting().size() + worker.leases().size() + worker.parked().size();
      if (worker.leaving() ? busy != worker.leases().size() || busy == 0 : busy != worker.slots()) {
        return Optional.of(worker.name() + " has " + worker.slots() + " slots, " + busy + " known");
      }
      waiting += worker.waiting().size();
    }
    int all = state.fleet().allWaiting().size();
    return waiting == all
        ? Optional.empty()
        : Optional.of(waiting + " slots wait, " + all + " are known to");
  }

  /** In one instant, F4 precedes F7. */
  private static Optional<String> c1(ShardsState state) {
    Deadline before = null;
    for (Deadline next : state.deadlines()) {
      boolean together = before != null && before.atMillis() == next.atMillis();
      if (together
          && next.kind().equals(ShardsDeadlineKind.SESSION)
          && before.kind().equals(ShardsDeadlineKind.LEASE)) {
        return Optional.of(next + " comes after " + before);
      }
      before = next;
    }
    return Optional.empty();
  }
}
