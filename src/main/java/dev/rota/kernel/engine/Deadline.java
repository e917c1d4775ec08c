package dev.rota.kernel.engine;

import java.util.Comparator;

/**
 * A deadline. A lane has no two equal ones.
 *
 * @param atMillis epoch ms
 * @param kind defined by the domain
 * @param id of the object that it concerns
 */
public record Deadline(long atMillis, String kind, String id) implements Comparable<Deadline> {
  private static final Comparator<Deadline> ORDER =
      Comparator.comparingLong(Deadline::atMillis)
          .thenComparing(Deadline::kind)
          .thenComparing(Deadline::id);

  /** Returns true if a deadline of that time fires before a turn of this one. */
  public static boolean isDue(long dueMillis, long atMillis) {
    return dueMillis <= atMillis;
  }

  @Override
  public int compareTo(Deadline other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return atMillis + "/" + kind + "/" + id;
  }
}
