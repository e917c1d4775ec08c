package dev.rota.engine;

import java.util.Comparator;

/**
 * Something that falls due: of one lane, no two are equal.
 *
 * @param atMillis when, in epoch milliseconds
 * @param kind what, in the domain's own words
 * @param id whom it is about
 */
public record Deadline(long atMillis, String kind, String id) implements Comparable<Deadline> {
  private static final Comparator<Deadline> ORDER =
      Comparator.comparingLong(Deadline::atMillis)
          .thenComparing(Deadline::kind)
          .thenComparing(Deadline::id);

  @Override
  public int compareTo(Deadline other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return atMillis + "/" + kind + "/" + id;
  }
}
