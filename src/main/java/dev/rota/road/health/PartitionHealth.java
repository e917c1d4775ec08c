package dev.rota.road.health;

import java.util.List;

/**
 * How a partition stands, by what is known of it.
 *
 * @param conditions all that is so, the worst first; one at least
 * @param waiting inputs; null: it is not known, or there is no cluster
 * @param owner who decides it; null: there is no cluster
 * @param heldSince epoch ms; 0: it is not held
 * @param letters inputs that became dead letters of late; whatever the cause is
 * @param setAside lanes whose state cannot be opened
 * @param asOfMillis of when the cluster's word is, epoch ms; 0: there is none
 */
public record PartitionHealth(
    int partition,
    List<PartitionCondition> conditions,
    WaitingInputs waiting,
    PartitionOwner owner,
    long heldSince,
    RecentLetters letters,
    List<LaneSetAside> setAside,
    long asOfMillis) {
  /** Kafka's word counts so long. It is asked once a second. */
  public static final long HEARD_MILLIS = 4_000;

  /** How bad it is. */
  public enum Level {
    WELL,
    WAITS,
    UNKNOWN,
    WRONG;

    static Level worse(Level one, Level other) {
      return one.compareTo(other) < 0 ? other : one;
    }
  }

  /**
   * What is so, the worst first: all displays keep this order. What follows from another cause
   * comes behind it, or is left out.
   */
  public enum Cause {
    /** The ledger is not what the rules decide. Whoever asks for it must get it. */
    NOT_PROVED(Level.WRONG, true, "RotaNotProved"),
    /** The follower cannot read the ledger. */
    NOT_READ(Level.WRONG, false, "RotaFollowerCannotRead"),
    /** Kafka does not answer, or not about this partition. */
    NOT_HEARD(Level.WRONG, false, "RotaKafkaNotHeard"),
    /** A write to the disk of the engine's state may fail. */
    DISK_FULL(Level.WRONG, true, "RotaDiskFull"),
    /** Inputs wait, and no engine decides them. */
    NOT_DECIDED(Level.WRONG, false, "RotaInputsWait"),
    /** Inputs wait, and the engine that has them takes none. */
    STANDS(Level.WRONG, false, "RotaEngineStands"),
    /** The state of a lane cannot be opened. */
    LANE_SET_ASIDE(Level.WRONG, true, "RotaLaneSetAside"),
    /** Something may not be asked here. */
    NOT_ALLOWED(Level.UNKNOWN, true, "RotaHealthNotAllowed"),
    /** The group that is asked is not the one that decides it. */
    OTHER_GROUP(Level.UNKNOWN, true, "RotaOtherGroup"),
    /** Nothing of it is decided until it is released. */
    HELD(Level.WAITS, false, "RotaHeld"),
    /** The engine in this process restores its state; then it decides. */
    OPENS(Level.WAITS, false, "RotaEngineOpens"),
    /** The follower has not caught up. */
    CATCHES_UP(Level.WAITS, false, "RotaFollowerCatchesUp"),
    /** No input waits, and no engine would decide one. */
    NO_ENGINE(Level.WAITS, true, "RotaNoEngine"),
    /** Little is left of the disk of the engine's state. */
    DISK_FILLS(Level.WAITS, true, "RotaDiskFills"),
    /** Inputs became dead letters of late: nothing was decided about them. */
    DEAD_LETTERS(Level.WAITS, true, "RotaDeadLetters"),
    /** Inputs wait for more than a moment. */
    BACKLOG(Level.WAITS, true, "RotaBacklog"),
    /** The follower is behind just now. */
    BEHIND(Level.WAITS, true, "RotaFollowerBehind"),
    WELL(Level.WELL, true, null);

    private final Level level;
    private final boolean ready;
    private final String runbook;

    Cause(Level level, boolean ready, String runbook) {
      this.level = level;
      this.ready = ready;
      this.runbook = runbook;
    }

    public Level level() {
      return level;
    }

    /** Its place among the causes; 0: the worst. */
    public int rank() {
      return List.of(values()).indexOf(this);
    }

    /** Returns true if answers are those of now, as far as anybody may know. */
    public boolean isReady() {
      return ready;
    }

    /** The name of its runbook, and of its alert; null: nothing is to be done. */
    public String runbook() {
      return runbook;
    }
  }

  /**
   * Judges, where no engine is known.
   *
   * @param facts null: there is no cluster, as for a capsule
   */
  public static PartitionHealth of(
      int partition, LedgerReading reading, ClusterFacts facts, long nowMillis) {
    return of(partition, reading, facts, List.of(), nowMillis);
  }

  /**
   * Judges.
   *
   * @param facts null: there is no cluster, as for a capsule
   * @param engine what the engine in this process says of it; empty: there is none
   */
  public static PartitionHealth of(
      int partition,
      LedgerReading reading,
      ClusterFacts facts,
      List<PartitionCondition> engine,
      long nowMillis) {
    return new PartitionHealth(
        partition,
        PartitionJudge.of(reading, facts, engine, nowMillis),
        facts == null ? null : facts.waiting(),
        facts == null ? null : facts.owner(),
        facts == null ? 0 : facts.heldSince(),
        reading.letters().at(nowMillis),
        reading.setAside(),
        facts == null ? 0 : facts.asOfMillis());
  }

  /** The worst of it. */
  public Cause cause() {
    return conditions.get(0).cause();
  }

  /** The worst level of all that is so. */
  public Level level() {
    return conditions.stream().map(one -> one.cause().level()).reduce(Level.WELL, Level::worse);
  }

  /** Why, in words; null: nothing more is known. */
  public String detail() {
    return conditions.get(0).detail();
  }

  /** Since when the worst is so, epoch ms; 0: it is not known. */
  public long sinceMillis() {
    return conditions.get(0).sinceMillis();
  }

  /** Returns true if answers are those of now, as far as anybody may know. */
  public boolean isReady() {
    return conditions.stream().allMatch(one -> one.cause().isReady());
  }
}
