package dev.rota.kernel.domain.measures;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** How often a figure had which value. */
public final class Distribution {
  private final SortedMap<Long, Long> counts = new TreeMap<>();
  private long samples;
  private double sum;

  /** Adds a sample. */
  public void add(long value) {
    counts.merge(value, 1L, Long::sum);
    samples++;
    sum += value;
  }

  /** Adds the samples of another. */
  public void merge(Distribution other) {
    other.counts.forEach((value, count) -> counts.merge(value, count, Long::sum));
    samples += other.samples;
    sum += other.sum;
  }

  /** The smallest value that so many percent of the samples do not exceed; 0: there are none. */
  public long percentile(int percent) {
    long left = (samples * percent + 99) / 100;
    for (Map.Entry<Long, Long> one : counts.entrySet()) {
      left -= one.getValue();
      if (left <= 0) {
        return one.getKey();
      }
    }
    return 0;
  }

  public long samples() {
    return samples;
  }

  /** The mean; 0: there are no samples. */
  public double mean() {
    return samples == 0 ? 0 : sum / samples;
  }
}
