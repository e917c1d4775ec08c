package dev.rota.shards.rules;

/** Why the head of the run queue gets no slot. */
public enum RunQueueBarrier {
  SHUT_DOWN("shards D1"),
  DRAINED("shards D5"),
  NOTHING_PENDING("shards L1"),
  /** The rules look no further. An answer names one of the following instead. */
  NO_FREE_SLOT("shards L1"),
  NO_WORKER("shards L1"),
  ALL_SLOTS_BUSY("shards L1"),
  SLOTS_PARKED("shards F7"),
  WORKERS_LEAVING("shards W4");

  private final String rule;

  RunQueueBarrier(String rule) {
    this.rule = rule;
  }

  public String rule() {
    return rule;
  }
}
