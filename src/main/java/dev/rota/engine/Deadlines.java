package dev.rota.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/** What falls due in a lane: of one instant, by kind and then by id (L4). */
public final class Deadlines {
  private final TreeSet<Deadline> pending;

  /** Of one instant, kinds fire in the order of their names. */
  public Deadlines() {
    pending = new TreeSet<>();
  }

  /**
   * Of one instant, kinds fire in an order of the domain's own.
   *
   * @param kinds all there are, the first to fire first
   */
  public Deadlines(List<String> kinds) {
    pending =
        new TreeSet<>(
            Comparator.comparingLong(Deadline::atMillis)
                .thenComparingInt(due -> kinds.indexOf(due.kind()))
                .thenComparing(Deadline::id));
  }

  /**
   * From now on it is pending.
   *
   * @param atMillis {@link Engine#NEVER}: it is not
   */
  public void set(long atMillis, String kind, String id) {
    if (atMillis != Engine.NEVER) {
      pending.add(new Deadline(atMillis, kind, id));
    }
  }

  /** It is pending no more. */
  public void clear(long atMillis, String kind, String id) {
    if (atMillis != Engine.NEVER) {
      pending.remove(new Deadline(atMillis, kind, id));
    }
  }

  /** It falls due at another instant. */
  public void move(long fromMillis, long toMillis, String kind, String id) {
    if (fromMillis != toMillis) {
      clear(fromMillis, kind, id);
      set(toMillis, kind, id);
    }
  }

  /** The first after another; null: the first of all. Null when there is none. */
  public Deadline next(Deadline after) {
    if (after == null) {
      return pending.isEmpty() ? null : pending.first();
    }
    return pending.higher(after);
  }

  /** In order. */
  public List<Deadline> all() {
    return new ArrayList<>(pending);
  }
}
