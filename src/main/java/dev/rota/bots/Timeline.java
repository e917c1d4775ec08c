package dev.rota.bots;

import dev.rota.engine.Deadline;
import dev.rota.engine.Engine;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

/** Things by an instant of theirs, in epoch milliseconds, and of one instant by name. */
final class Timeline<T> {
  private record Point(long atMillis, String name) implements Comparable<Point> {
    private static final Comparator<Point> ORDER =
        Comparator.comparingLong(Point::atMillis).thenComparing(Point::name);

    @Override
    public int compareTo(Point other) {
      return ORDER.compare(this, other);
    }
  }

  private final TreeMap<Point, T> points = new TreeMap<>();

  void add(long atMillis, String name, T thing) {
    points.put(new Point(atMillis, name), thing);
  }

  void remove(long atMillis, String name) {
    points.remove(new Point(atMillis, name));
  }

  void clear() {
    points.clear();
  }

  boolean isEmpty() {
    return points.isEmpty();
  }

  int size() {
    return points.size();
  }

  /** All of them, in order. */
  Collection<T> all() {
    return Collections.unmodifiableCollection(points.values());
  }

  /**
   * The first of the deadlines, so long after each instant, that comes after another; or null.
   *
   * @param kind of all of these deadlines
   * @param delayMillis 0 or more
   * @param after null: the first of all
   */
  Deadline next(String kind, long delayMillis, Deadline after) {
    Map.Entry<Point, T> found =
        after == null ? points.firstEntry() : from(kind, delayMillis, after);
    if (found == null) {
      return null;
    }
    long due = Times.plus(found.getKey().atMillis, delayMillis);
    return due == Engine.NEVER ? null : new Deadline(due, kind, found.getKey().name);
  }

  private Map.Entry<Point, T> from(String kind, long delayMillis, Deadline after) {
    long atMillis = after.atMillis() - delayMillis;
    if (atMillis > after.atMillis()) {
      return points.firstEntry(); // further back than time goes
    }
    int byKind = kind.compareTo(after.kind());
    return byKind == 0
        ? points.higherEntry(new Point(atMillis, after.id()))
        : points.ceilingEntry(new Point(byKind > 0 ? atMillis : Times.plus(atMillis, 1), ""));
  }
}
