package dev.rota.bots.model;

import dev.rota.bots.values.Times;
import dev.rota.engine.Deadline;
import dev.rota.engine.Engine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/** Things by an instant of theirs, in epoch milliseconds, and of one instant by name. */
public final class Timeline<T> {
  private static final int GONE_SPARE = 64;

  /** A thing's place on a timeline. */
  static final class Mark<T> {
    private final long atMillis;
    private final String name;

    /** Null: it was removed. */
    private T thing;

    private Mark(long atMillis, String name, T thing) {
      this.atMillis = atMillis;
      this.name = name;
      this.thing = thing;
    }

    private static int order(Mark<?> a, Mark<?> b) {
      return a.atMillis != b.atMillis
          ? Long.compare(a.atMillis, b.atMillis)
          : a.name.compareTo(b.name);
    }
  }

  /** They come in order and leave from the middle: these are only crossed out, until many are. */
  private final IndexedQueue<Mark<T>> marks = new IndexedQueue<>(Mark::order);

  private int size;

  Mark<T> add(long atMillis, String name, T thing) {
    Mark<T> mark = new Mark<>(atMillis, name, thing);
    marks.add(mark);
    size++;
    return mark;
  }

  /**
   * Takes a thing from here.
   *
   * @param mark where it is; null: nowhere
   */
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

  /** Hands over all of them, in order. */
  void forEach(Consumer<T> taker) {
    for (Mark<T> mark : marks) {
      if (mark.thing != null) {
        taker.accept(mark.thing);
      }
    }
  }

  /** All of them, in order: for checks, not for rules. */
  public List<T> all() {
    List<T> all = new ArrayList<>(size);
    forEach(all::add);
    return all;
  }

  /**
   * The first of the deadlines, so long after each instant, that comes after another; or null.
   *
   * @param kind of all of these deadlines
   * @param delayMillis 0 or more
   * @param after null: the first of all; else all are looked at, which only what is set aside costs
   */
  public Deadline next(String kind, long delayMillis, Deadline after) {
    if (after == null) {
      Mark<T> first = first();
      return first == null ? null : deadline(kind, delayMillis, first);
    }
    return marks.all().stream()
        .filter(mark -> mark.thing != null)
        .map(mark -> deadline(kind, delayMillis, mark))
        .filter(deadline -> deadline != null && deadline.compareTo(after) > 0)
        .min(Comparator.naturalOrder())
        .orElse(null);
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
    long due = Times.plus(mark.atMillis, delayMillis);
    return due == Engine.NEVER ? null : new Deadline(due, kind, mark.name);
  }
}
