package dev.rota.lab.road;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/** What has happened in histories: each rare thing must happen in some. */
public final class RoadCounts {
  /** What a count is about. */
  public enum Kind {
    WORK,
    FAULT,
    RECOVERY
  }

  /** Something that happens. */
  public enum What {
    RECORD_TAKEN(Kind.WORK),
    TURN_VERIFIED(Kind.WORK),
    TRANSACTION_COMMITTED(Kind.WORK),
    PARTITION_OPENED(Kind.WORK),
    PARTITION_GIVEN_BACK(Kind.WORK),
    CHECKPOINT_KEPT(Kind.WORK),
    PARTITION_HELD(Kind.WORK),
    ENGINE_KILLED(Kind.FAULT),
    ENGINE_STOPPED(Kind.FAULT),
    ENGINE_FROZEN(Kind.FAULT),
    MEMBER_EXPELLED(Kind.FAULT),
    END_LOST(Kind.FAULT),
    PROTOCOL_CHANGED(Kind.FAULT),
    LEDGER_TRIMMED(Kind.FAULT),
    CHANGELOG_RECORD_COMPACTED(Kind.FAULT),
    CHANGELOG_LOST(Kind.FAULT),
    CHANGELOG_DELETED(Kind.FAULT),
    CHANGELOG_GARBLED(Kind.FAULT),
    ROW_DAMAGED(Kind.FAULT),
    FORMER_OWNER_REFUSED(Kind.RECOVERY),
    OPENING_PUT_OFF(Kind.RECOVERY),
    HELD_PARTITION_OPENED(Kind.RECOVERY),
    STANDBY_TAKES_OVER(Kind.RECOVERY),
    ROWS_REBUILT(Kind.RECOVERY),
    BEGUN_WITH_A_CHECKPOINT(Kind.RECOVERY),
    DAMAGE_FOUND(Kind.RECOVERY);

    private final Kind kind;

    What(Kind kind) {
      this.kind = kind;
    }

    public Kind kind() {
      return kind;
    }
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

  void addAll(RoadCounts others) {
    others.counts.forEach(this::add);
  }

  /** All of them, also those that have not happened. */
  public Map<What, Long> counts() {
    return Collections.unmodifiableMap(counts);
  }

  @Override
  public String toString() {
    return counts.toString();
  }
}
