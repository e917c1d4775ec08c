package dev.rota.readers.follow.held;

import java.util.ArrayList;
import java.util.List;

/**
 * What lanes were like at the end of each step, the oldest first.
 *
 * @param firstMillis when the first step begins, epoch ms: a multiple of a step
 * @param stepMillis how long a step is
 * @param points the last one may still be open: its levels are the present ones, its counts are of
 *     a part of the step
 * @param lanes how many the newest known levels are of
 * @param toMillis when the last step ended, or how far it is, epoch ms
 */
public record TrendSeries(
    long firstMillis, long stepMillis, List<TrendPoint> points, int lanes, long toMillis) {
  /** No step. */
  public static final TrendSeries NONE = new TrendSeries(0, TrendSteps.MILLIS, List.of(), 0, 0);

  /** Other lanes beside these. A step that one of both does not hold is not known. */
  public TrendSeries plus(TrendSeries other) {
    if (points.isEmpty() || other.points.isEmpty()) {
      return points.isEmpty() ? other : this;
    }
    long first = Math.min(firstMillis, other.firstMillis);
    List<TrendPoint> all = new ArrayList<>();
    for (long at = first; at < Math.max(endMillis(), other.endMillis()); at += stepMillis) {
      TrendPoint one = at(at);
      TrendPoint two = other.at(at);
      all.add(one == null || two == null ? TrendPoint.UNKNOWN : one.plus(two));
    }
    return new TrendSeries(
        first, stepMillis, all, lanes + other.lanes, Math.max(toMillis, other.toMillis));
  }

  private TrendPoint at(long millis) {
    return millis < firstMillis || millis >= endMillis()
        ? null
        : points.get((int) ((millis - firstMillis) / stepMillis));
  }

  /** Before the first record nothing is known. */
  public TrendSeries sinceFirstRecord() {
    List<TrendPoint> all = new ArrayList<>(points);
    for (int i = 0; i < all.size() && TrendPoint.NOTHING.equals(all.get(i)); i++) {
      all.set(i, TrendPoint.UNKNOWN);
    }
    return new TrendSeries(firstMillis, stepMillis, all, lanes, toMillis);
  }

  /** When the last step ends, epoch ms. */
  public long endMillis() {
    return firstMillis + points.size() * stepMillis;
  }

  /** The steps that have some of the time between these, epoch ms, both included. */
  public TrendSeries between(long fromMillis, long toMillis) {
    long from = clamp(Math.floorDiv(fromMillis - firstMillis, stepMillis));
    long to =
        toMillis < fromMillis ? from : clamp(Math.floorDiv(toMillis - firstMillis, stepMillis) + 1);
    long last = Math.max(from, to);
    return new TrendSeries(
        firstMillis + from * stepMillis,
        stepMillis,
        points.subList((int) from, (int) last),
        lanes,
        Math.min(this.toMillis, firstMillis + last * stepMillis));
  }

  private long clamp(long index) {
    return Math.max(0, Math.min(points.size(), index));
  }

  /**
   * So few steps, each a whole multiple of these. They begin at multiples of their own length, so
   * the same ones come again while time passes. The counts of a first one that began before these
   * are not known.
   *
   * @param most steps, at least 2
   */
  public TrendSeries coarser(int most) {
    long multiple = 1;
    while (steps(multiple * stepMillis) > most) {
      multiple++;
    }
    long wide = multiple * stepMillis;
    long first = Math.floorDiv(firstMillis, wide) * wide;
    List<TrendPoint> all = new ArrayList<>();
    for (int i = 0; i < points.size(); i++) {
      int index = (int) ((firstMillis + i * stepMillis - first) / wide);
      if (index == all.size()) {
        all.add(points.get(i));
      } else {
        all.set(index, all.get(index).then(points.get(i)));
      }
    }
    if (first < firstMillis) {
      all.set(0, all.get(0).uncounted());
    }
    return new TrendSeries(first, wide, all, lanes, toMillis);
  }

  private long steps(long wide) {
    return points.isEmpty()
        ? 0
        : Math.floorDiv(endMillis() - 1, wide) - Math.floorDiv(firstMillis, wide) + 1;
  }
}
