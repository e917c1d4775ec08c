package dev.rota.shards.rules;

import dev.rota.shards.model.EndCause;
import dev.rota.shards.model.PoolFact.TransactionLost;
import dev.rota.shards.model.PoolPolicy;
import dev.rota.shards.model.PoolWorker;
import dev.rota.shards.model.SessionEnd;
import dev.rota.shards.model.Shard;
import dev.rota.shards.model.ShardFact.BatchRemoved;
import dev.rota.shards.model.ShardFact.LeaseEnded;
import dev.rota.shards.model.ShardFact.ShardScheduled;
import dev.rota.shards.model.ShardLease;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.ShardsView;
import dev.rota.shards.model.TransactionLoss;
import dev.rota.shards.model.WorkerFact.WorkerLeft;
import java.util.ArrayList;
import java.util.List;

/** Ends leases, and reschedules or removes their shards and workers. */
public final class ShardEndings {
  /** The error of a batch that took its workers down. */
  private static final String POISON = "poison";

  private ShardEndings() {}

  /** Ends a lease in order (P1, P2). */
  static List<ShardsFact> left(Shard shard, EndCause cause, long nowMillis) {
    List<ShardsFact> facts = new ArrayList<>(2);
    facts.add(ended(shard, cause, shard.attempts(), shard.suspects(), nowMillis));
    reschedule(shard, shard.pool().size(), facts, nowMillis);
    return facts;
  }

  /** Ends a lease whose cycle is lost. X7 counts attempts and removes a batch that fails alone. */
  static List<ShardsFact> lost(PoolPolicy policy, Shard shard, EndCause cause, long nowMillis) {
    List<ShardsFact> facts = new ArrayList<>();
    ShardLease lease = shard.lease();
    int pending = shard.pool().size();
    if (cause == EndCause.SHUTDOWN) {
      facts.add(ended(shard, cause, shard.attempts(), shard.suspects(), nowMillis));
    } else if (policy.maxAttempts() > 0 && shard.suspects() > 0) {
      String why = poison(policy, shard, cause);
      facts.addAll(removed(shard, POISON, why, TransactionLoss.POISON, nowMillis));
      pending -= lease.count();
      facts.add(ended(shard, cause, 0, shard.suspects() - lease.count(), nowMillis));
    } else {
      int attempts = shard.attempts() + 1;
      boolean suspicious = attempts == aloneAfter(policy, shard.attempts());
      facts.add(ended(shard, cause, attempts, suspicious ? lease.count() : 0, nowMillis));
    }
    reschedule(shard, pending, facts, nowMillis);
    return facts;
  }

  /**
   * Returns after how many lost leases in a row the transactions of a batch are run one at a time
   * (X7), or 0 if they never are.
   *
   * @param attempts so many are lost
   */
  public static int aloneAfter(PoolPolicy policy, int attempts) {
    return policy.maxAttempts() == 0 ? 0 : Math.max(policy.maxAttempts(), attempts + 1);
  }

  private static String poison(PoolPolicy policy, Shard shard, EndCause cause) {
    return "its batch lost "
        + policy.maxAttempts()
        + " leases in a row (maxAttempts), so it was run alone, and lost epoch "
        + shard.epoch()
        + " of worker "
        + shard.lease().worker()
        + " too ("
        + cause
        + "): see what that worker says of it, mend that, and send it again";
  }

  /** Removes a failed batch (X2). */
  static List<ShardsFact> failed(Shard shard, String error, long nowMillis) {
    return removed(shard, error, error, TransactionLoss.BATCH_FAILED, nowMillis);
  }

  /** Removes the lease's batch as a whole. */
  private static List<ShardsFact> removed(
      Shard shard, String error, String why, TransactionLoss loss, long nowMillis) {
    List<String> ids = new ArrayList<>(shard.lease().count());
    shard.pool().prefix(shard.lease().count()).forEach(one -> ids.add(one.id()));
    long epoch = shard.epoch();
    long cycle = shard.lease().cycle();
    List<ShardsFact> facts = new ArrayList<>(ids.size() + 1);
    facts.add(new BatchRemoved(shard.name(), epoch, cycle, ids, loss, error, nowMillis));
    for (String id : ids) {
      facts.add(new TransactionLost(shard.name(), id, loss, why, epoch, cycle, nowMillis));
    }
    return facts;
  }

  private static LeaseEnded ended(
      Shard shard, EndCause cause, int attempts, int suspects, long nowMillis) {
    ShardLease lease = shard.lease();
    return new LeaseEnded(
        shard.name(),
        lease.worker(),
        shard.epoch(),
        lease.cycle(),
        cause,
        attempts,
        suspects,
        nowMillis);
  }

  private static void reschedule(Shard shard, int pending, List<ShardsFact> to, long nowMillis) {
    if (pending > 0) {
      to.add(new ShardScheduled(shard.name(), nowMillis));
    }
  }

  /** Removes a worker. Its leases are lost in the order of their grants (F4, F5). */
  static List<ShardsFact> gone(
      PoolPolicy policy, PoolWorker worker, SessionEnd farewell, EndCause cause, long nowMillis) {
    List<ShardsFact> facts = new ArrayList<>();
    facts.add(new WorkerLeft(worker.name(), worker.incarnation(), farewell, nowMillis));
    for (Shard shard : worker.leases().values()) {
      facts.addAll(lost(policy, shard, cause, nowMillis));
    }
    return facts;
  }

  /** Removes a leaving worker without leases (W4). */
  static List<ShardsFact> parted(ShardsView view, String name, long nowMillis) {
    PoolWorker worker = view.worker(name);
    return worker != null && worker.leaving() && worker.leases().isEmpty()
        ? List.of(new WorkerLeft(name, worker.incarnation(), SessionEnd.LEFT, nowMillis))
        : List.of();
  }
}
