package dev.rota.readers.audit;

import dev.rota.kernel.ledger.TurnEntry;
import java.util.HashMap;
import java.util.Map;

/** How far the lanes of a ledger have been read. */
final class AuditProgress {
  /** One lane. Turns that follow each other are often of one. */
  private static final class Lane {
    private final String name;
    private long most;
    private long last;
    private long proved;
    private long lost = Long.MAX_VALUE;
    private boolean gone;

    Lane(String name) {
      this.name = name;
    }
  }

  private final Map<String, Lane> lanes = new HashMap<>();
  private Lane recent;
  private boolean torn;

  private Lane lane(String name) {
    if (recent == null || !recent.name.equals(name)) {
      recent = lanes.computeIfAbsent(name, Lane::new);
    }
    return recent;
  }

  /**
   * The audit goes on behind this turn, which others have proved.
   *
   * @param gone true: the lane has left with it
   */
  void begin(String name, long number, boolean gone) {
    Lane lane = lane(name);
    lane.gone = gone;
    lane.most = number;
    lane.last = number;
    lane.proved = number;
  }

  /** The ledger has this turn, proved or not. */
  void read(TurnEntry entry) {
    Lane lane = lane(entry.lane());
    lane.most = Math.max(lane.most, entry.number());
    lane.last = entry.number();
    lane.gone = entry.kind() == TurnEntry.Kind.LEAVE;
  }

  /** The turn that was read last is proved. */
  void prove(TurnEntry entry) {
    Lane lane = lane(entry.lane());
    lane.proved = lane.last;
  }

  /** From this turn on, the lane cannot be proved. */
  void lose(TurnEntry entry) {
    Lane lane = lane(entry.lane());
    lane.lost = lane.lost == Long.MAX_VALUE ? entry.number() : lane.lost;
  }

  /** Returns true if the lane has already taken a later turn. */
  boolean isPast(TurnId turn) {
    return turn.number() < last(turn.lane());
  }

  /** Entries of any lane are damaged: what has no entry may have had one. */
  void tear() {
    torn = true;
  }

  boolean isTorn() {
    return torn;
  }

  /** Returns true if the turn cannot be proved. */
  boolean isLost(TurnId turn) {
    Lane lane = lanes.get(turn.lane());
    return torn || lane != null && turn.number() >= lane.lost;
  }

  long last(String name) {
    Lane lane = lanes.get(name);
    return lane == null ? 0 : lane.most;
  }

  /** Tells the last turn of each lane, and the last one that is proved. */
  void tell(int partition, AuditReport report) {
    for (Lane lane : lanes.values()) {
      report.moved().ended(partition, lane.name, lane.gone);
      report.ended(lane.name, new AuditReport.LaneEnd(partition, lane.last));
      if (lane.proved > 0) {
        report.proved(lane.name, new AuditReport.LaneEnd(partition, lane.proved));
      }
    }
  }
}
