package dev.rota.shards.model;

import dev.rota.kernel.domain.OpaqueBytes;
import java.util.List;
import java.util.Set;

/** Facts about a shard: its place in the queue, its leases, its blocks. */
public sealed interface ShardFact extends ShardsFact {
  String shard();

  /** The worker that it is about, or null. */
  default String worker() {
    return null;
  }

  /** S3: the shard goes to the tail of the run queue. It has no outcome. */
  record ShardScheduled(String shard, long atMillis) implements ShardFact {
    @Override
    public void applyTo(ShardsState state) {
      state.schedule(state.shard(shard), atMillis);
    }
  }

  /** The shard was dequeued and had nothing to execute. It has no outcome. */
  record ShardPassedOver(String shard, long atMillis) implements ShardFact {
    @Override
    public void applyTo(ShardsState state) {
      state.passOver();
    }
  }

  /** A transaction of a batch. Sender and nonce may be null. */
  record Item(String id, String sender, Long nonce, OpaqueBytes payload) {}

  /** The worker gets the first shard of the queue, with its first cycle. */
  record LeaseGranted(CycleWork work, long grant, long expiresAt, long atMillis)
      implements ShardFact {
    @Override
    public String shard() {
      return work.shard();
    }

    @Override
    public String worker() {
      return work.worker();
    }

    @Override
    public void applyTo(ShardsState state) {
      state.grant(
          new ShardLease(
              work.worker(),
              grant,
              work.cycle(),
              work.count(),
              work.version(),
              atMillis,
              atMillis,
              false,
              expiresAt));
    }
  }

  /** The lease continues with another cycle. */
  record CycleBegun(CycleWork work, long atMillis) implements ShardFact {
    @Override
    public String shard() {
      return work.shard();
    }

    @Override
    public String worker() {
      return work.worker();
    }

    @Override
    public void applyTo(ShardsState state) {
      Shard shard = state.shard(work.shard());
      state.lease(shard, shard.lease().begun(work.cycle(), work.count(), work.version()));
    }
  }

  /**
   * The worker of a lease reported progress. It has no outcome of its own.
   *
   * @param since start of the quantum (Q3)
   * @param leaseUntil new expiry of the lease (F7)
   * @param sessionUntil new expiry of the worker's session (F4)
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
      ShardLease next = running.lease().heard(since, started, leaseUntil);
      if (!next.equals(running.lease())) {
        state.lease(running, next);
      }
      state.fleet().heard(state.worker(worker), sessionUntil);
    }
  }

  /** What a report without a block said. */
  enum Reported {
    STARTED("shards Q3"),
    NOTHING_EXECUTED("shards X4"),
    FAILED("shards X2"),
    RELEASED("shards X6");

    private final String rule;

    Reported(String rule) {
      this.rule = rule;
    }

    public String rule() {
      return rule;
    }
  }

  record ReportAccepted(
      String shard, String worker, long epoch, long cycle, Reported reported, long atMillis)
      implements ShardFact {
    @Override
    public void applyTo(ShardsState state) {}
  }

  enum ReportFault {
    UNKNOWN_SHARD,
    WRONG_WORKER,
    DUPLICATE,
    UNKNOWN_CYCLE,
    STALE_EPOCH,
    UNKNOWN_EPOCH,
    MALFORMED;

    public String rule() {
      return this == MALFORMED ? "shards X5" : "shards F3";
    }
  }

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
   * A cycle made a block. Roots and bytes may be null.
   *
   * @param included ids of included transactions, in order
   * @param failed ids of failed transactions of the batch, in order
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
      OpaqueBytes stateDiff,
      OpaqueBytes receipts,
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
   * A batch is removed without a block. A fact for each transaction follows.
   *
   * @param error as reported, or {@code poison}
   */
  record BatchRemoved(
      String shard,
      long epoch,
      long cycle,
      List<String> transactions,
      TransactionLoss loss,
      String error,
      long atMillis)
      implements ShardFact {
    @Override
    public void applyTo(ShardsState state) {
      Shard removed = state.shard(shard);
      state.take(removed, transactions.size(), null);
      if (loss == TransactionLoss.BATCH_FAILED) {
        removed.settled = cycle;
      }
    }
  }

  /**
   * A lease ended.
   *
   * @param attempts leases lost in a row (X7)
   * @param suspects the number of first transactions that are executed one by one from now on (X7)
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
