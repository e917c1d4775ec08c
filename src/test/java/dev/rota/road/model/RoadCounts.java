package dev.rota.road.model;

import java.util.EnumMap;
import java.util.Map;

/** What has happened in histories: each rare thing must have happened in some. */
final class RoadCounts {
  /** Something that happens. */
  enum What {
    RECORD_TAKEN,
    TURN_VERIFIED,
    PARTITION_OPENED,
    PARTITION_GIVEN_BACK,
    ROWS_REBUILT,
    OPENING_PUT_OFF,
    TRANSACTION_COMMITTED,
    FORMER_OWNER_REFUSED,
    ENGINE_KILLED,
    ENGINE_STOPPED,
    END_LOST,
    CHANGELOG_LOST,
    CHANGELOG_DELETED,
    PROTOCOL_CHANGED,
    CHANGELOG_RECORD_COMPACTED,
    ENGINE_FROZEN,
    MEMBER_EXPELLED,
    STANDBY_TAKES_OVER,
    ROW_DAMAGED,
    DAMAGE_FOUND,
    CHANGELOG_GARBLED,
    CHECKPOINT_KEPT,
    LEDGER_TRIMMED,
    BEGUN_WITH_A_CHECKPOINT
  }

  private final Map<What, Long> counts = new EnumMap<>(What.class);

  RoadCounts() {
    for (What what : What.values()) {
      counts.put(what, 0L);
    }
  }

  void add(What what) {
    add(what, 1);
  }

  void add(What what, long times) {
    counts.merge(what, times, Long::sum);
  }

  Map<What, Long> counts() {
    return counts;
  }

  @Override
  public String toString() {
    return counts.toString();
  }
}
