package dev.rota.kernel.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/** The pending deadlines of a lane, by time, then kind, then id (L4). */
public final class Deadlines {
  private final TreeSet<Deadline> pending;

  /** Kinds of the same instant fire in alphabetical order. */
  public Deadlines() {
    pending = new TreeSet<>();
  }

  /**
   * Kinds of the same instant fire in this order.
   *
   * @param kinds all kinds
   */
  public Deadlines(List<String> kinds) {
    pending =
        new TreeSet<>(
            Comparator.comparingLong(Deadline::atMillis)
                .thenComparingInt(due -> kinds.indexOf(due.kind()))
                .thenComparing(Deadline::id));
  }

  /**
   * Adds a deadline.
   *
   * @param atMillis {@link Engine#NEVER}: none is added
   */
  public void set(long atMillis, String kind, String id) {
    if (atMillis != Engine.NEVER) {
      pending.add(new Deadline(atMillis, kind, id));
    }
  }

  /** Removes a deadline. */
  public void clear(long atMillis, String kind, String id) {
    if (atMillis != Engine.NEVER) {
      pending.remove(new Deadline(atMillis, kind, id));
    }
  }

  /** Moves a deadline. */
  public void move(long fromMillis, long toMillis, String kind, String id) {
    if (fromMillis != toMillis) {
      clear(fromMillis, kind, id);
      set(toMillis, kind, id);
    }
  }

  /**
   * Returns the deadline after another one, or the first if {@code after} is null. Null if there is
   * none.
   */
  public Deadline next(Deadline after) {
    if (after == null) {
      return pending.isEmpty() ? null : pending.first();
    }
    return pending.higher(after);
  }

  public List<Deadline> all() {
    return new ArrayList<>(pending);
  }
}
