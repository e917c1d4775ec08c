package dev.rota.shards.model;

import java.util.List;
import java.util.Set;

/** What happens to a shard: its place in the queue, its leases, its blocks. */
public sealed interface ShardFact extends ShardsFact {
  /** S3: it goes to the tail of the run queue. Nobody is told. */
  record ShardScheduled(String shard, long atMillis) implements ShardFact {
    @Override
    public void applyTo(ShardsState state) {
      state.schedule(state.shard(shard), atMillis);
    }
  }

  /** Its turn came, and it had nothing to run. Nobody is told. */
  record ShardPassedOver(String shard, long atMillis) implements ShardFact {
    @Override
    public void applyTo(ShardsState state) {
      state.passOver();
    }
  }

  /**
   * What a worker is to do in one cycle, L2.
   *
   * @param parentRoot null: genesis, or not said
   * @param firstSeq number of the first transaction
   */
  record Work(
      String shard,
      String worker,
      long epoch,
      long cycle,
      long block,
      String parentRoot,
      Environment environment,
      long version,
      long firstSeq,
      List<Item> transactions,
      long quantumLeft) {
    public int count() {
      return transactions.size();
    }
  }

  /** A transaction of a batch; sender and nonce may be null. */
  record Item(String id, String sender, Long nonce, Bytes payload) {}

  /** The first in the queue is the worker's, and this is its first cycle. */
  record LeaseGranted(Work work, long grant, long expiresAt, long atMillis) implements ShardFact {
    @Override
    public void applyTo(ShardsState state) {
      state.grant(
          new Lease(
              work.worker,
              grant,
              work.cycle,
              work.count(),
              work.version,
              atMillis,
              atMillis,
              false,
              expiresAt));
    }
  }

  /** The lease goes on with another cycle. */
  record CycleBegun(Work work, long atMillis) implements ShardFact {
    @Override
    public void applyTo(ShardsState state) {
      Shard shard = state.shard(work.shard);
      state.lease(shard, shard.lease.begun(work.cycle, work.count(), work.version));
    }
  }

  /**
   * The worker of a lease was heard of. Nobody is told of it alone.
   *
   * @param since when the quantum began, Q3
   * @param leaseUntil when the lease is lost unless more is heard, F7
   * @param sessionUntil when the worker is, F4
   */
  record Progressed(
      String shard,
      String worker,
      long since,
      boolean started,
      long leaseUntil,
      long sessionUntil,
      long atMillis)
      implements ShardFact {
    @Override
    public void applyTo(ShardsState state) {
      Shard running = state.shard(shard);
      Lease next = running.lease.heard(since, started, leaseUntil);
      if (!next.equals(running.lease)) {
        state.lease(running, next);
      }
      state.fleet().heard(state.worker(worker), sessionUntil);
    }
  }

  /** What a report said that makes no block. */
  enum Reported {
    STARTED,
    NOTHING_EXECUTED,
    FAILED,
    RELEASED
  }

  /** A report counts. */
  record ReportAccepted(
      String shard, String worker, long epoch, long cycle, Reported reported, long atMillis)
      implements ShardFact {
    @Override
    public void applyTo(ShardsState state) {}
  }

  /** Why a report does not count. */
  enum ReportFault {
    UNKNOWN_SHARD,
    WRONG_WORKER,
    DUPLICATE,
    UNKNOWN_CYCLE,
    STALE_EPOCH,
    UNKNOWN_EPOCH,
    MALFORMED
  }

  /** A report does not count. */
  record ReportRefused(
      String shard,
      String worker,
      long epoch,
      long cycle,
      ReportFault reason,
      String detail,
      long atMillis)
      implements ShardFact {
    @Override
    public void applyTo(ShardsState state) {}
  }

  /**
   * A cycle is through; roots and bytes may be null.
   *
   * @param included ids, in order
   * @param failed ids of those taken out with it, in order
   */
  record BlockMade(
      String shard,
      long number,
      long epoch,
      long cycle,
      String worker,
      long version,
      List<String> included,
      List<String> failed,
      String stateRoot,
      Bytes stateDiff,
      Bytes receipts,
      long atMillis)
      implements ShardFact {
    @Override
    public void applyTo(ShardsState state) {
      Shard made = state.shard(shard);
      state.take(made, included.size() + failed.size(), Set.copyOf(failed));
      made.settled = cycle;
      made.height = number;
      made.stateRoot = stateRoot;
    }
  }

  /**
   * A batch is taken out, and there is no block. Facts about each transaction come after.
   *
   * @param error as reported, or {@code poison}
   */
  record BatchRemoved(
      String shard,
      long epoch,
      long cycle,
      List<String> transactions,
      PoolFact.Loss loss,
      String error,
      long atMillis)
      implements ShardFact {
    @Override
    public void applyTo(ShardsState state) {
      Shard removed = state.shard(shard);
      state.take(removed, transactions.size(), null);
      if (loss == PoolFact.Loss.BATCH_FAILED) {
        removed.settled = cycle;
      }
    }
  }

  /**
   * The worker has the shard no longer.
   *
   * @param attempts leases lost in a row, X7
   * @param suspects so many of its first transactions are run one by one from now on, X7
   */
  record LeaseEnded(
      String shard,
      String worker,
      long epoch,
      long cycle,
      EndCause cause,
      int attempts,
      int suspects,
      long atMillis)
      implements ShardFact {
    @Override
    public void applyTo(ShardsState state) {
      Shard over = state.shard(shard);
      over.attempts = attempts;
      over.suspects = suspects;
      state.end(over, cause);
    }
  }
}
