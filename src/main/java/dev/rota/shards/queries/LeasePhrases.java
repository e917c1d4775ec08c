package dev.rota.shards.queries;

import dev.rota.kernel.domain.Why.Candidate;
import dev.rota.kernel.engine.Engine;
import dev.rota.shards.model.PoolPolicy;
import dev.rota.shards.model.PoolWorker;
import dev.rota.shards.model.Shard;
import dev.rota.shards.model.ShardLease;
import dev.rota.shards.rules.ShardEndings;

/** Leases and lost leases in words. */
final class LeasePhrases {
  private LeasePhrases() {}

  static String quantumEnd(Shard shard, PoolPolicy policy, long atMillis) {
    return (shard.isUsedUp(policy, atMillis) ? "is over since " : "ends at ")
        + ShardsPhrases.time(shard.quantumEnd(policy))
        + orAnew(shard.lease());
  }

  /** Q3: what follows the end of a quantum in words. */
  static String orAnew(ShardLease lease) {
    return lease.awaitsStart() ? " unless its start is reported" : "";
  }

  /** Says what is executed, and until when. */
  static String standing(Shard shard, PoolPolicy policy, long atMillis) {
    ShardLease lease = shard.lease();
    String quantum =
        "its quantum "
            + quantumEnd(shard, policy, atMillis)
            + (shard.isInLastCycle(policy, atMillis)
                ? ", so it ends with this cycle by shards Q2"
                : "");
    return "epoch "
        + shard.epoch()
        + ", cycle "
        + lease.cycle()
        + " "
        + ShardsPhrases.batch(lease.count(), shard.pool().size())
        + "; "
        + quantum
        + "; "
        + expiry(lease, atMillis);
  }

  private static String expiry(ShardLease lease, long atMillis) {
    if (lease.expiresAt() == Engine.NEVER) {
      return "it never expires";
    }
    return lease.isExpired(atMillis)
        ? overdue("it expired", lease.expiresAt())
        : "without a report it expires at " + ShardsPhrases.time(lease.expiresAt());
  }

  /** C1: what is due shows with the next record. */
  static String overdue(String what, long dueMillis) {
    return what
        + " at "
        + ShardsPhrases.time(dueMillis)
        + ", which the next record reveals by shards C1";
  }

  /** A slot as a candidate of its worker: it is used. */
  static Candidate held(Shard shard, PoolPolicy policy, long atMillis) {
    return new Candidate(
        ShardsPhrases.shard(shard.name()), true, standing(shard, policy, atMillis), "shards F1");
  }

  /** A slot as a candidate of its worker: it is not used. */
  static Candidate parked(PoolWorker.Parked slot) {
    String why =
        "its lease of epoch "
            + slot.epoch()
            + " expired, and its slot is parked until the worker reports on it or joins anew";
    return new Candidate(ShardsPhrases.shard(slot.shard()), false, why, "shards F7");
  }

  /** X7: what is known of lost leases, as the end of a sentence; empty if none is lost. */
  static String lost(int attempts, int suspects, PoolPolicy policy) {
    if (suspects > 0) {
      return suspects == 1
          ? "; by shards X7 its first transaction runs alone"
          : "; by shards X7 its first " + suspects + " transactions run one at a time";
    }
    if (attempts == 0) {
      return "";
    }
    int aloneAfter = ShardEndings.aloneAfter(policy, attempts);
    return "; "
        + ShardsPhrases.count(attempts, "lease")
        + (attempts == 1 ? " is" : " in a row are")
        + " lost"
        + (aloneAfter == 0
            ? ""
            : ", after " + aloneAfter + " its batch is run one at a time by shards X7");
  }
}
