package dev.rota.faults;

/** What must hold after every fault. */
enum Invariant {
  /** There was something to check at all. */
  CHECKED,
  /** Something was under way where the fault struck; else the row says nothing. */
  IN_FLIGHT,
  /** Inputs that came after the fault were decided too; else the row says nothing. */
  PROGRESS,
  /** Every accepted input has a turn, and no turn has an input that nobody sent. */
  LOST,
  /** No input has two turns. */
  DOUBLED,
  /** Every accepted input has exactly one answer. */
  ANSWERED_ONCE,
  /** A lane's turns are 1, 2, 3, … as a committed reader sees them. */
  ORDER,
  /** The audit decides all of it again, to the same. */
  PROVED,
  /** No engine ended, and no thread of one died, unless the fault meant it to. */
  ALIVE,
  /** No transaction is open. */
  CLOSED;

  /** Whether a row that lacks it says nothing, neither good nor bad. */
  boolean makesInvalid() {
    return this == CHECKED || this == IN_FLIGHT || this == PROGRESS;
  }
}
