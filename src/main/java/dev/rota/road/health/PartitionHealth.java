package dev.rota.road.health;

/**
 * How a partition stands, by what is known of it: the worst of it.
 *
 * @param waiting inputs; null: it is not known, or there is no cluster
 * @param owner who decides it; null: there is no cluster
 * @param heldSince epoch ms; 0: it is not held
 * @param letters inputs that became dead letters of late; whatever the cause is
 * @param detail why, in words; null: nothing more is known
 * @param sinceMillis since when it is so, epoch ms; 0: it is not known
 * @param asOfMillis of when the cluster's word is, epoch ms; 0: there is none
 */
public record PartitionHealth(
    int partition,
    Cause cause,
    WaitingInputs waiting,
    PartitionOwner owner,
    long heldSince,
    RecentLetters letters,
    String detail,
    long sinceMillis,
    long asOfMillis) {
  /** Kafka's word counts so long. It is asked once a second. */
  public static final long HEARD_MILLIS = 4_000;

  /** Inputs that wait longer are reported, though somebody takes them. */
  private static final long PROMPT_MILLIS = 5_000;

  /** How bad it is. */
  public enum Level {
    WELL,
    WAITS,
    UNKNOWN,
    WRONG
  }

  /** What is so, the worst first. */
  public enum Cause {
    /** The ledger is not what the rules decide. */
    NOT_PROVED(Level.WRONG, false),
    /** The follower cannot read the ledger. */
    NOT_READ(Level.WRONG, false),
    /** Kafka does not answer, or not about this partition. */
    NOT_HEARD(Level.WRONG, false),
    /** Inputs wait, and no engine decides them. */
    NOT_DECIDED(Level.WRONG, false),
    /** Inputs wait, and the engine that has them takes none. */
    STANDS(Level.WRONG, false),
    /** Nothing of it is decided until it is released. */
    HELD(Level.WAITS, false),
    /** The follower has not caught up. */
    CATCHES_UP(Level.WAITS, false),
    /** No input waits, and no engine would decide one. */
    NO_ENGINE(Level.WAITS, true),
    /** Inputs became dead letters of late: nothing was decided about them. */
    DEAD_LETTERS(Level.WAITS, true),
    /** Inputs wait for more than a moment. */
    BACKLOG(Level.WAITS, true),
    /** The follower is behind just now. */
    BEHIND(Level.WAITS, true),
    /** Something may not be asked here. */
    NOT_ALLOWED(Level.UNKNOWN, true),
    WELL(Level.WELL, true);

    private final Level level;
    private final boolean ready;

    Cause(Level level, boolean ready) {
      this.level = level;
      this.ready = ready;
    }

    public Level level() {
      return level;
    }

    /** Returns true if answers are those of now, as far as anybody may know. */
    public boolean isReady() {
      return ready;
    }
  }

  /**
   * Judges.
   *
   * @param facts null: there is no cluster, as for a capsule
   */
  public static PartitionHealth of(
      int partition, LedgerReading reading, ClusterFacts facts, long nowMillis) {
    Found found = found(reading, facts, nowMillis);
    RecentLetters letters = reading.letters().at(nowMillis);
    return facts == null
        ? new PartitionHealth(
            partition, found.cause, null, null, 0, letters, found.detail, found.since, 0)
        : new PartitionHealth(
            partition,
            found.cause,
            facts.waiting(),
            facts.owner(),
            facts.heldSince(),
            letters,
            found.detail,
            found.since,
            facts.asOfMillis());
  }

  private record Found(Cause cause, String detail, long since) {}

  private static Found found(LedgerReading reading, ClusterFacts facts, long now) {
    if (reading.difference() != null) {
      return new Found(Cause.NOT_PROVED, reading.difference(), 0);
    }
    if (reading.trouble() != null) {
      return new Found(Cause.NOT_READ, reading.trouble(), reading.troubleSince());
    }
    Found beside = facts == null ? null : beside(facts, now);
    if (beside != null && !beside.cause.ready && beside.cause != Cause.HELD) {
      return beside;
    }
    if (!reading.caughtUp()) {
      return new Found(Cause.CATCHES_UP, reading.behind() + " records are left", 0);
    }
    RecentLetters letters = reading.letters().at(now);
    boolean isWorse = beside != null && beside.cause.compareTo(Cause.DEAD_LETTERS) < 0;
    if (!letters.isNone() && !isWorse) {
      return new Found(Cause.DEAD_LETTERS, null, letters.sinceMillis());
    }
    if (beside != null && beside.cause != Cause.NOT_ALLOWED) {
      return beside;
    }
    if (reading.behind() > 0) {
      return new Found(Cause.BEHIND, reading.behind() + " records of the ledger are not read", 0);
    }
    return beside == null ? new Found(Cause.WELL, null, 0) : beside;
  }

  /** What the cluster says; null: all is well. */
  private static Found beside(ClusterFacts facts, long now) {
    if (now - facts.asOfMillis() > HEARD_MILLIS) {
      return facts.asOfMillis() == 0
          ? new Found(Cause.NOT_HEARD, "Kafka has not answered yet", 0)
          : new Found(Cause.NOT_HEARD, "Kafka does not answer", facts.asOfMillis());
    }
    if (facts.trouble() != null) {
      return new Found(Cause.NOT_HEARD, facts.trouble(), facts.troubleSince());
    }
    if (facts.heldSince() > 0) {
      return new Found(Cause.HELD, null, facts.heldSince());
    }
    boolean waits = facts.waiting() != null && !facts.waiting().isNone();
    if (waits && !facts.waiting().atMost()) {
      return waits(facts, now);
    }
    if (facts.owner().kind() == PartitionOwner.Kind.NOBODY) {
      return new Found(waits ? Cause.NOT_DECIDED : Cause.NO_ENGINE, facts.owner().words(), 0);
    }
    if (facts.owner().kind() == PartitionOwner.Kind.UNKNOWN) {
      return unowned(facts.owner());
    }
    if (facts.whyUnknown() != null || waits) {
      String why = facts.whyUnknown() == null ? "they may not be read" : facts.whyUnknown();
      return new Found(Cause.NOT_ALLOWED, "it is not known whether inputs wait: " + why, 0);
    }
    return null;
  }

  private static Found unowned(PartitionOwner owner) {
    String why = "it is not known whether somebody decides it: " + owner.words();
    return new Found(Cause.NOT_ALLOWED, why, 0);
  }

  private static Found waits(ClusterFacts facts, long now) {
    long since = facts.waiting().sinceMillis();
    String owner = facts.owner().words();
    if (facts.owner().kind() == PartitionOwner.Kind.NOBODY) {
      return new Found(Cause.NOT_DECIDED, owner, since);
    }
    if (facts.standsSince() > 0) {
      return new Found(Cause.STANDS, owner, facts.standsSince());
    }
    return facts.waiting().ageMillis(now) > PROMPT_MILLIS
        ? new Found(Cause.BACKLOG, owner, since)
        : facts.owner().kind() == PartitionOwner.Kind.UNKNOWN ? unowned(facts.owner()) : null;
  }
}
