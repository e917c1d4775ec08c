package dev.rota.bots.values;

import dev.rota.kernel.domain.TextOrder;
import java.util.Comparator;

/** The versions of the rules that run, the oldest first. */
public enum RulesVersion {
  /** Release 0.2. */
  SECOND(2),

  /**
   * Texts are ordered by code points, equal scores are a tie whatever the sign of zero, a closing
   * heartbeat completes jobs, a new quota counts what runs, and a job is told that the last bot for
   * it has left.
   */
  THIRD(3),

  /**
   * A lease carries the job's action and payload, and its bot's session; an outcome has what the
   * report said came of it. A bot is lost after a minute, unless a policy says otherwise.
   */
  FOURTH(4);

  public static final RulesVersion NEWEST = FOURTH;

  private final int number;

  RulesVersion(int number) {
    this.number = number;
  }

  /** The version of this number; later ones than are known here have all of the newest. */
  public static RulesVersion of(int number) {
    RulesVersion last = SECOND;
    for (RulesVersion one : values()) {
      last = one.number <= number ? one : last;
    }
    return last;
  }

  /** As in the ledger. */
  public int number() {
    return number;
  }

  /** The order of names and labels. */
  public Comparator<String> texts() {
    return isBefore(THIRD) ? Comparator.naturalOrder() : TextOrder.CODE_POINTS;
  }

  /** True if leases and outcomes carry what clients and bots tell each other. */
  public boolean carriesWork() {
    return !isBefore(FOURTH);
  }

  public boolean isBefore(RulesVersion other) {
    return compareTo(other) < 0;
  }
}
