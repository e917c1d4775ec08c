package dev.rota.kernel.domain.measures;

import java.time.Duration;
import java.util.Arrays;

/** The last figures of a kind, such as running times in ms. */
public final class RecentSamples {
  private static final int FIRST = 8;

  private final int most;
  private long[] last = new long[FIRST];
  private int count;
  private int next;

  /** Null: something was added since. */
  private long[] sorted;

  /**
   * None so far.
   *
   * @param most how many are kept
   */
  public RecentSamples(int most) {
    this.most = most;
  }

  /** Adds a figure. The oldest goes if there are as many as are kept. */
  public void add(long figure) {
    if (next == last.length && next < most) {
      last = Arrays.copyOf(last, Math.min(most, 2 * next));
    }
    next = next == most ? 0 : next;
    last[next++] = figure;
    count = Math.max(count, next);
    sorted = null;
  }

  public int count() {
    return count;
  }

  /** How many are this large or larger. */
  public int countFrom(long least) {
    return count - firstFrom(least);
  }

  /**
   * The figure that so many percent of all do not exceed.
   *
   * @param percent from 1 to 100
   * @throws IllegalStateException if there is none
   */
  public long percentile(int percent) {
    return percentileFrom(Long.MIN_VALUE, percent);
  }

  /**
   * How reasons tell the median of times in ms, such as {@code PT2.5S (p50 of 12)}.
   *
   * @throws IllegalStateException if there is none
   */
  public String usualTime() {
    return Duration.ofMillis(percentile(50)) + " (p50 of " + count + ")";
  }

  /** The median of those that are this large or larger. */
  public long medianFrom(long least) {
    return percentileFrom(least, 50);
  }

  private long percentileFrom(long least, int percent) {
    int first = firstFrom(least);
    int left = count - first;
    if (left == 0) {
      throw new IllegalStateException("no figure from " + least + " on");
    }
    return sorted()[first + Math.max(0, (int) (((long) left * percent + 99) / 100) - 1)];
  }

  private int firstFrom(long least) {
    long[] all = sorted();
    int from = 0;
    int to = all.length;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (all[middle] < least) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  private long[] sorted() {
    if (sorted == null) {
      sorted = Arrays.copyOf(last, count);
      Arrays.sort(sorted);
    }
    return sorted;
  }
}
