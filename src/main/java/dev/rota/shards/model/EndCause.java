package dev.rota.shards.model;

/** Why a lease ended. */
public enum EndCause {
  EMPTY("shards L4"),
  QUANTUM("shards Q1"),
  LEAVING("shards W4"),
  RELEASED("shards X6"),
  NO_PROGRESS("shards X4"),
  WORKER_LOST("shards F4"),
  SUPERSEDED("shards F5"),
  LEASE_EXPIRED("shards F7"),
  SHUTDOWN("shards D4");

  private final String rule;

  EndCause(String rule) {
    this.rule = rule;
  }

  public String rule() {
    return rule;
  }

  /** True if the worker reported the end. Another report of that cycle is then a duplicate. */
  boolean isReported() {
    return this == RELEASED || this == NO_PROGRESS;
  }
}
