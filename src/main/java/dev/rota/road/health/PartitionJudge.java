package dev.rota.road.health;

import dev.rota.road.health.LedgerReading.Progress;
import dev.rota.road.health.PartitionHealth.Cause;
import dev.rota.road.health.PartitionHealth.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Says what is so of a partition, by what is known of it. */
final class PartitionJudge {
  /** Inputs that wait longer are reported, though somebody takes them. */
  private static final long PROMPT_MILLIS = 5_000;

  /** A follower that reads as fast as its ledger grows has read within a second what is there. */
  private static final long MOMENT_MILLIS = 1_000;

  /** What follows from an engine that is not open yet: it is no remedy to start or restart one. */
  private static final Set<Cause> BEHIND_OPENING =
      EnumSet.of(Cause.NOT_DECIDED, Cause.STANDS, Cause.NO_ENGINE, Cause.BACKLOG);

  private PartitionJudge() {}

  /** All that is so, the worst first. None of these hides another one, which has its own remedy. */
  static List<PartitionCondition> of(
      LedgerReading reading, ClusterFacts facts, List<PartitionCondition> engine, long now) {
    List<PartitionCondition> all = new ArrayList<>();
    Progress progress = reading.progress();
    if (!progress.difference().isNone()) {
      all.add(condition(Cause.NOT_PROVED, progress.difference()));
    }
    if (!reading.setAside().isEmpty()) {
      all.add(setAside(reading.setAside()));
    }
    all.addAll(engine);
    PartitionCondition road = road(reading, facts, now);
    all.add(road);
    if (isBehind(progress, road.cause(), now)) {
      String records = progress.behind() + " records of the ledger are not read";
      all.add(new PartitionCondition(Cause.BEHIND, records, progress.behindSince()));
    }
    if (engine.stream().anyMatch(one -> one.cause() == Cause.OPENS)) {
      all.removeIf(one -> BEHIND_OPENING.contains(one.cause()));
    }
    all.removeIf(one -> one.cause() == Cause.WELL);
    all.sort(Comparator.comparing(PartitionCondition::cause));
    return all.isEmpty() ? List.of(PartitionCondition.WELL) : List.copyOf(all);
  }

  private static PartitionCondition condition(Cause cause, HealthTrouble trouble) {
    return new PartitionCondition(cause, trouble.what(), trouble.sinceMillis());
  }

  private static PartitionCondition setAside(List<LaneSetAside> lanes) {
    long since =
        lanes.stream().mapToLong(LaneSetAside::sinceMillis).filter(one -> one > 0).min().orElse(0);
    return new PartitionCondition(Cause.LANE_SET_ASIDE, LaneSetAside.words(lanes), since);
  }

  /** How far inputs get on their way to the one who reads this: the first thing that stops them. */
  private static PartitionCondition road(LedgerReading reading, ClusterFacts facts, long now) {
    Progress progress = reading.progress();
    if (!progress.trouble().isNone()) {
      return condition(Cause.NOT_READ, progress.trouble());
    }
    PartitionCondition beside = facts == null ? null : beside(facts, now);
    if (beside != null && !beside.cause().isReady() && beside.cause() != Cause.HELD) {
      return beside;
    }
    // After some differences it reads no further: then how much is left says nothing.
    boolean reads = progress.difference().isNone();
    if (reads && !progress.caughtUp()) {
      String left =
          progress.behind() == 0 ? "it looks for more" : progress.behind() + " records are left";
      return new PartitionCondition(Cause.CATCHES_UP, left, progress.behindSince());
    }
    RecentLetters letters = reading.letters().at(now);
    boolean isWorse =
        beside != null
            && beside.cause().level() != Level.UNKNOWN
            && beside.cause().compareTo(Cause.DEAD_LETTERS) < 0;
    if (!letters.isNone() && !isWorse) {
      return new PartitionCondition(Cause.DEAD_LETTERS, null, letters.sinceMillis());
    }
    return beside == null ? PartitionCondition.WELL : beside;
  }

  /** Where the ledger's end is not known, or will not be read, what is left says nothing. */
  private static boolean isBehind(Progress reading, Cause road, long now) {
    boolean reads = reading.difference().isNone() && reading.caughtUp() && reading.behind() > 0;
    long age = now - reading.behindSince();
    return reads
        && road != Cause.NOT_READ
        && road != Cause.NOT_HEARD
        && (age > MOMENT_MILLIS || age < 0); // a clock that was set back hides nothing
  }

  /** What the cluster says; null: all is well. */
  private static PartitionCondition beside(ClusterFacts facts, long now) {
    if (now - facts.asOfMillis() > PartitionHealth.HEARD_MILLIS) {
      return facts.asOfMillis() == 0
          ? new PartitionCondition(
              Cause.NOT_HEARD, "Kafka has not answered yet", facts.trouble().sinceMillis())
          : new PartitionCondition(Cause.NOT_HEARD, "Kafka does not answer", facts.asOfMillis());
    }
    if (!facts.trouble().isNone()) {
      return condition(Cause.NOT_HEARD, facts.trouble());
    }
    if (facts.heldSince() > 0) {
      return new PartitionCondition(Cause.HELD, null, facts.heldSince());
    }
    boolean waits = facts.waiting() != null && !facts.waiting().isNone();
    if (waits && !facts.waiting().atMost()) {
      return waits(facts, now);
    }
    if (facts.owner().kind() == PartitionOwner.Kind.NOBODY) {
      Cause cause = waits ? Cause.NOT_DECIDED : Cause.NO_ENGINE;
      return new PartitionCondition(cause, facts.owner().words(), facts.ownerSince());
    }
    if (isUnowned(facts)) {
      return unowned(facts);
    }
    HealthTrouble unknown = facts.unknown();
    if (!unknown.isNone() || waits) {
      String why = unknown.isNone() ? "they may not be read" : unknown.what();
      return new PartitionCondition(
          Cause.NOT_ALLOWED, "it is not known whether inputs wait: " + why, unknown.sinceMillis());
    }
    return null;
  }

  private static boolean isUnowned(ClusterFacts facts) {
    return facts.owner().kind() == PartitionOwner.Kind.UNKNOWN
        || facts.owner().kind() == PartitionOwner.Kind.ELSEWHERE;
  }

  private static PartitionCondition unowned(ClusterFacts facts) {
    String why = "it is not known whether somebody decides it: " + facts.owner().words();
    boolean elsewhere = facts.owner().kind() == PartitionOwner.Kind.ELSEWHERE;
    return new PartitionCondition(
        elsewhere ? Cause.OTHER_GROUP : Cause.NOT_ALLOWED, why, facts.ownerSince());
  }

  private static PartitionCondition waits(ClusterFacts facts, long now) {
    long since = facts.waiting().sinceMillis();
    if (facts.owner().kind() == PartitionOwner.Kind.NOBODY) {
      return new PartitionCondition(Cause.NOT_DECIDED, facts.owner().words(), since);
    }
    String owner = facts.owner().sentence();
    if (facts.standsSince() > 0) {
      return new PartitionCondition(Cause.STANDS, owner, facts.standsSince());
    }
    return facts.waiting().ageMillis(now) > PROMPT_MILLIS
        ? new PartitionCondition(Cause.BACKLOG, owner, since)
        : isUnowned(facts) ? unowned(facts) : null;
  }
}
