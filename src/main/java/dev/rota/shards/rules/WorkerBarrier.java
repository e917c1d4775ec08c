package dev.rota.shards.rules;

/** Why a worker does not get the head of the run queue. */
public enum WorkerBarrier {
  LEAVING("shards W4"),
  /** Each slot has a lease or is parked. */
  BUSY("shards L1"),
  /** Each slot is parked. */
  PARKED("shards F7"),
  /** It has a free slot, but there is a {@link RunQueueBarrier}. */
  NOTHING_GRANTED("shards L1"),
  /** The shard goes to its last worker. */
  NOT_THE_LAST("shards W3"),
  /** The slot of another worker has been free longer. */
  FREE_LATER("shards W2");

  private final String rule;

  WorkerBarrier(String rule) {
    this.rule = rule;
  }

  public String rule() {
    return rule;
  }
}
