package dev.rota.bots.model;

import dev.rota.bots.values.BotsInstants;
import dev.rota.kernel.engine.Deadline;
import dev.rota.kernel.engine.Engine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/** Entries sorted by time (epoch ms), then name. */
public final class Timeline<T> {
  private static final int GONE_SPARE = 64;

  /** An entry's position on a timeline. */
  static final class Mark<T> {
    private final long atMillis;
    private final String name;

    /** Null if removed. */
    private T thing;

    private Mark(long atMillis, String name, T thing) {
      this.atMillis = atMillis;
      this.name = name;
      this.thing = thing;
    }
  }

  /** In order. Removed entries are only marked; they are compacted when there are many. */
  private final IndexedQueue<Mark<T>> marks;

  private final Comparator<String> names;

  private int size;

  /** The first deadline, as it was asked for last. */
  private Deadline next;

  Timeline(Comparator<String> names) {
    this.names = names;
    this.marks =
        new IndexedQueue<>(
            (a, b) ->
                a.atMillis != b.atMillis
                    ? Long.compare(a.atMillis, b.atMillis)
                    : names.compare(a.name, b.name));
  }

  Mark<T> add(long atMillis, String name, T thing) {
    Mark<T> mark = new Mark<>(atMillis, name, thing);
    marks.add(mark);
    size++;
    return mark;
  }

  /** Removes an entry. The mark is null if the entry is on no timeline. */
  void remove(Mark<?> mark) {
    if (mark == null) {
      return;
    }
    mark.thing = null;
    size--;
    if (marks.size() > 2 * size + GONE_SPARE) {
      marks.removeIf(one -> one.thing == null);
    }
  }

  public boolean isEmpty() {
    return size == 0;
  }

  public int size() {
    return size;
  }

  /** Visits all entries in order. */
  void forEach(Consumer<T> taker) {
    for (Mark<T> mark : marks) {
      if (mark.thing != null) {
        taker.accept(mark.thing);
      }
    }
  }

  /** Returns all entries in order. For checks; rules must not use it. */
  public List<T> all() {
    List<T> all = new ArrayList<>(size);
    forEach(all::add);
    return all;
  }

  /**
   * Returns the first deadline after another, or null. A deadline is an entry's time plus the
   * delay.
   *
   * @param kind the kind of all these deadlines
   * @param delayMillis 0 or more
   * @param after null for the first of all
   */
  public Deadline next(String kind, long delayMillis, Deadline after) {
    if (after == null) {
      Mark<T> first = first();
      return first == null ? null : first(kind, delayMillis, first);
    }
    int index = marks.lead(mark -> !isAfter(kind, delayMillis, mark, after));
    while (index < marks.size() && marks.get(index).thing == null) {
      index++;
    }
    return index == marks.size() ? null : deadline(kind, delayMillis, marks.get(index));
  }

  /** The order of deadlines of one kind is that of their marks. */
  private boolean isAfter(String kind, long delayMillis, Mark<T> mark, Deadline after) {
    int order = Long.compare(BotsInstants.plus(mark.atMillis, delayMillis), after.atMillis());
    if (order == 0) {
      order = kind.compareTo(after.kind());
    }
    return order == 0 ? names.compare(mark.name, after.id()) > 0 : order > 0;
  }

  private Deadline first(String kind, long delayMillis, Mark<T> first) {
    long due = BotsInstants.plus(first.atMillis, delayMillis);
    if (next == null || next.atMillis() != due || !next.id().equals(first.name)) {
      next = deadline(kind, delayMillis, first);
    }
    return next;
  }

  private Mark<T> first() {
    Mark<T> first = marks.first();
    while (first != null && first.thing == null) {
      marks.remove(first);
      first = marks.first();
    }
    return first;
  }

  private static Deadline deadline(String kind, long delayMillis, Mark<?> mark) {
    long due = BotsInstants.plus(mark.atMillis, delayMillis);
    return due == Engine.NEVER ? null : new Deadline(due, kind, mark.name);
  }
}
