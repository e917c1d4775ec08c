package dev.rota.road.health;

import dev.rota.base.text.NumberRanges;
import dev.rota.road.health.PartitionHealth.Cause;
import dev.rota.road.health.PartitionHealth.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What is so of some partitions of a domain, and what to do about it.
 *
 * @param text a sentence for a person
 * @param sinceMillis of the first of them, epoch ms; 0: it is not known
 * @param next the step that comes next
 */
public record PartitionFinding(
    Cause cause, List<Integer> partitions, String text, long sinceMillis, FindingStep next) {
  /** A condition of one partition. */
  private record Found(PartitionHealth at, PartitionCondition is) {}

  /** What is not well, the worst first; equal causes together. */
  public static List<PartitionFinding> of(
      String domain, List<PartitionHealth> all, long nowMillis) {
    SortedMap<Cause, List<Found>> causes = new TreeMap<>();
    for (PartitionHealth one : all) {
      one.conditions().stream()
          .filter(is -> is.cause() != Cause.WELL)
          .forEach(
              is ->
                  causes
                      .computeIfAbsent(is.cause(), _ -> new ArrayList<>())
                      .add(new Found(one, is)));
    }
    return causes.entrySet().stream()
        .map(one -> of(domain, one.getKey(), one.getValue(), nowMillis))
        .toList();
  }

  /** The worst level; of a domain without partitions it is well. */
  public static Level worst(List<PartitionHealth> all) {
    return all.stream().map(PartitionHealth::level).reduce(Level.WELL, Level::worse);
  }

  private static PartitionFinding of(String domain, Cause cause, List<Found> some, long now) {
    NavigableSet<Integer> partitions = new TreeSet<>();
    some.forEach(one -> partitions.add(one.at.partition()));
    long since =
        some.stream().mapToLong(one -> one.is.sinceMillis()).filter(one -> one > 0).min().orElse(0);
    String where =
        "%s partition%s %s"
            .formatted(domain, partitions.size() == 1 ? "" : "s", NumberRanges.of(partitions));
    WaitingInputs waiting =
        some.stream()
            .map(one -> one.at.waiting())
            .filter(Objects::nonNull)
            .reduce(WaitingInputs.NONE, WaitingInputs::plus);
    String text = text(cause, where, waiting, detail(cause, some, now), since, now);
    return new PartitionFinding(
        cause, List.copyOf(partitions), text, since, FindingStep.of(cause, domain));
  }

  private static String detail(Cause cause, List<Found> some, long now) {
    return switch (cause) {
      case DEAD_LETTERS -> letters(some, now);
      case LANE_SET_ASIDE ->
          LaneSetAside.words(some.stream().flatMap(one -> one.at.setAside().stream()).toList());
      default ->
          some.stream().map(one -> one.is.detail()).filter(Objects::nonNull).findFirst().orElse("");
    };
  }

  private static String letters(List<Found> some, long now) {
    return some.stream()
        .map(one -> one.at.letters())
        .reduce(RecentLetters.NONE, RecentLetters::plus)
        .words(now);
  }

  private static String text(
      Cause cause, String where, WaitingInputs waiting, String detail, long since, long now) {
    String age = since == 0 ? "" : " for " + AgeText.of(now - since);
    String waits = waiting.words(now);
    return switch (cause) {
      case NOT_PROVED -> "%s: not verified: %s".formatted(where, detail);
      case NOT_READ -> "%s: the ledger cannot be read%s: %s".formatted(where, age, detail);
      case NOT_HEARD -> "%s: nothing is known%s: %s".formatted(where, age, detail);
      case DISK_FULL -> detail + ": a write may fail, and then the engine ends";
      case DISK_FILLS -> detail;
      case NOT_DECIDED -> "%s; no engine decides %s: %s".formatted(waits, where, detail);
      case STANDS -> "%s; none of %s was taken%s; %s".formatted(waits, where, age, detail);
      case LANE_SET_ASIDE -> "%s: set aside: %s".formatted(where, detail);
      case HELD -> "%s: held%s, until 'rota release'; %s".formatted(where, age, waits);
      case CATCHES_UP -> "%s: the follower catches up: %s".formatted(where, detail);
      case BACKLOG -> "%s; %s: %s".formatted(waits, where, detail);
      case NO_ENGINE -> "no engine decides %s; no input waits: %s".formatted(where, detail);
      case OPENS -> "%s: nothing is decided yet: %s".formatted(where, detail);
      case DEAD_LETTERS, BEHIND, NOT_ALLOWED, OTHER_GROUP -> "%s: %s".formatted(where, detail);
      case WELL -> where + ": well";
    };
  }
}
