package dev.rota.road.health;

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
 * What is so of some partitions of a domain.
 *
 * @param text a sentence for a person
 * @param sinceMillis of the first of them, epoch ms; 0: it is not known
 */
public record PartitionFinding(
    Cause cause, List<Integer> partitions, String text, long sinceMillis) {
  /** What is not well, the worst first; equal causes together. */
  public static List<PartitionFinding> of(
      String domain, List<PartitionHealth> all, long nowMillis) {
    SortedMap<Cause, List<PartitionHealth>> causes = new TreeMap<>();
    all.stream()
        .filter(one -> one.cause() != Cause.WELL)
        .forEach(one -> causes.computeIfAbsent(one.cause(), cause -> new ArrayList<>()).add(one));
    return causes.entrySet().stream()
        .map(one -> of(domain, one.getKey(), one.getValue(), nowMillis))
        .toList();
  }

  /** The worst level; of a domain without partitions it is well. */
  public static Level worst(List<PartitionHealth> all) {
    return all.stream().map(one -> one.cause().level()).reduce(Level.WELL, PartitionFinding::worse);
  }

  private static Level worse(Level one, Level other) {
    return one.compareTo(other) < 0 ? other : one;
  }

  private static PartitionFinding of(
      String domain, Cause cause, List<PartitionHealth> some, long now) {
    NavigableSet<Integer> partitions = new TreeSet<>();
    some.forEach(one -> partitions.add(one.partition()));
    long since =
        some.stream()
            .mapToLong(PartitionHealth::sinceMillis)
            .filter(one -> one > 0)
            .min()
            .orElse(0);
    String where =
        "%s partition%s %s"
            .formatted(domain, partitions.size() == 1 ? "" : "s", ranges(partitions));
    WaitingInputs waiting =
        some.stream()
            .map(PartitionHealth::waiting)
            .filter(Objects::nonNull)
            .reduce(WaitingInputs.NONE, WaitingInputs::plus);
    String detail =
        cause == Cause.DEAD_LETTERS
            ? letters(domain, some, now)
            : some.stream()
                .map(PartitionHealth::detail)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse("");
    return new PartitionFinding(
        cause, List.copyOf(partitions), text(cause, where, waiting, detail, since, now), since);
  }

  private static String letters(String domain, List<PartitionHealth> some, long now) {
    return some.stream()
            .map(PartitionHealth::letters)
            .reduce(RecentLetters.NONE, RecentLetters::plus)
            .words(now)
        + "; 'rota dlq list "
        + domain
        + " --open' says why";
  }

  private static String text(
      Cause cause, String where, WaitingInputs waiting, String detail, long since, long now) {
    String age = since == 0 ? "" : " for " + AgeText.of(now - since);
    String waits = waiting.words(now);
    return switch (cause) {
      case NOT_PROVED -> "%s: not verified: %s".formatted(where, detail);
      case NOT_READ -> "%s: the ledger cannot be read%s: %s".formatted(where, age, detail);
      case NOT_HEARD -> "%s: nothing is known%s: %s".formatted(where, age, detail);
      case NOT_DECIDED -> "%s; no engine decides %s: %s".formatted(waits, where, detail);
      case STANDS -> "%s; none of %s was taken%s; %s has it".formatted(waits, where, age, detail);
      case HELD -> "%s: held%s, until 'rota release'; %s".formatted(where, age, waits);
      case CATCHES_UP -> "%s: the follower catches up: %s".formatted(where, detail);
      case BACKLOG -> "%s; %s: %s has it".formatted(waits, where, detail);
      case NO_ENGINE -> "no engine decides %s; no input waits: %s".formatted(where, detail);
      case DEAD_LETTERS, BEHIND, NOT_ALLOWED -> "%s: %s".formatted(where, detail);
      case WELL -> where + ": well";
    };
  }

  /** Formats {@code 0-3, 7}. */
  static String ranges(NavigableSet<Integer> numbers) {
    StringBuilder text = new StringBuilder();
    for (int first : numbers) {
      if (numbers.contains(first - 1)) {
        continue;
      }
      int last = first;
      while (numbers.contains(last + 1)) {
        last++;
      }
      text.append(text.isEmpty() ? "" : ", ").append(first);
      text.append(last == first ? "" : "-" + last);
    }
    return text.toString();
  }
}
