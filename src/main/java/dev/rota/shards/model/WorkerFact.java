package dev.rota.shards.model;

/** What happens to a worker. */
public sealed interface WorkerFact extends ShardsFact {
  /** It is there, and all of its slots wait. */
  record WorkerCame(String worker, long incarnation, int slots, long expiresAt, long atMillis)
      implements WorkerFact {
    @Override
    public void applyTo(ShardsState state) {
      state.fleet().join(new Worker(worker, incarnation, slots, expiresAt));
    }
  }

  /**
   * It lives.
   *
   * @param told whether that has an outcome
   */
  record WorkerHeard(String worker, long incarnation, long expiresAt, boolean told, long atMillis)
      implements WorkerFact {
    @Override
    public void applyTo(ShardsState state) {
      state.fleet().heard(state.worker(worker), expiresAt);
    }
  }

  /** It gets nothing more. */
  record WorkerLeaves(String worker, long incarnation, long expiresAt, long atMillis)
      implements WorkerFact {
    @Override
    public void applyTo(ShardsState state) {
      Worker leaving = state.worker(worker);
      state.fleet().heard(leaving, expiresAt);
      if (!leaving.leaving) {
        state.fleet().leave(leaving);
      }
    }
  }

  /** Why a worker is there no longer. */
  enum Farewell {
    SESSION("shards F4"),
    SUPERSEDED("shards F5"),
    LEFT("shards W4");

    private final String rule;

    Farewell(String rule) {
      this.rule = rule;
    }

    public String rule() {
      return rule;
    }
  }

  /** It is there no longer; facts about what it held come after. */
  record WorkerLeft(String worker, long incarnation, Farewell farewell, long atMillis)
      implements WorkerFact {
    @Override
    public void applyTo(ShardsState state) {
      state.fleet().part(state.worker(worker));
    }
  }

  /** Why what it says does not count. */
  enum WorkerFault {
    UNKNOWN_WORKER,
    STALE_INCARNATION,
    INVALID_ARGUMENT,
    OUT_OF_RANGE
  }

  /** What it says does not count. */
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

  /** F7: it was heard of a lease that had expired, so that slot waits again. */
  record SlotFreed(String worker, long incarnation, String shard, long epoch, long atMillis)
      implements WorkerFact {
    @Override
    public void applyTo(ShardsState state) {
      state.fleet().unpark(state.worker(worker), new Worker.Parked(shard, epoch));
    }
  }
}
