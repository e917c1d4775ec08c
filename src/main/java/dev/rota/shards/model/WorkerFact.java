package dev.rota.shards.model;

/** Facts about a worker. */
public sealed interface WorkerFact extends ShardsFact {
  String worker();

  /** A worker joined, and all its slots are free. */
  record WorkerCame(String worker, long incarnation, int slots, long expiresAt, long atMillis)
      implements WorkerFact {
    @Override
    public void applyTo(ShardsState state) {
      state.fleet().join(new PoolWorker(worker, incarnation, slots, expiresAt));
    }
  }

  /**
   * A worker's heartbeat counted.
   *
   * @param told true if it has an outcome
   */
  record WorkerHeard(String worker, long incarnation, long expiresAt, boolean told, long atMillis)
      implements WorkerFact {
    @Override
    public void applyTo(ShardsState state) {
      state.fleet().heard(state.worker(worker), expiresAt);
    }
  }

  /** A worker is leaving and gets no more leases. */
  record WorkerLeaves(String worker, long incarnation, long expiresAt, long atMillis)
      implements WorkerFact {
    @Override
    public void applyTo(ShardsState state) {
      PoolWorker leaving = state.worker(worker);
      state.fleet().heard(leaving, expiresAt);
      if (!leaving.leaving) {
        state.fleet().leave(leaving);
      }
    }
  }

  /** A worker left the pool. Facts about its leases follow. */
  record WorkerLeft(String worker, long incarnation, SessionEnd farewell, long atMillis)
      implements WorkerFact {
    @Override
    public void applyTo(ShardsState state) {
      state.fleet().part(state.worker(worker));
    }
  }

  enum WorkerFault {
    UNKNOWN_WORKER,
    STALE_INCARNATION,
    INVALID_ARGUMENT,
    OUT_OF_RANGE
  }

  record WorkerRefused(
      String worker,
      long incarnation,
      WorkerFault reason,
      String detail,
      long atMillis,
      String rule)
      implements WorkerFact {
    @Override
    public void applyTo(ShardsState state) {}
  }

  /** F7: a report on an expired lease arrived, so its slot is free again. */
  record SlotFreed(String worker, long incarnation, String shard, long epoch, long atMillis)
      implements WorkerFact {
    @Override
    public void applyTo(ShardsState state) {
      state.fleet().unpark(state.worker(worker), new PoolWorker.Parked(shard, epoch));
    }
  }
}
