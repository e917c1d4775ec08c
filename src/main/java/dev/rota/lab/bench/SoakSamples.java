package dev.rota.lab.bench;

import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The samples of a soak test. A resource grows if the median of the last third exceeds that of the
 * middle third. The first third is warm-up.
 */
public record SoakSamples(List<ResourceSample> samples) {
  private static final double TOLERATED = 1.05;
  private static final long TOLERATED_MIB = 8;
  private static final long TOLERATED_THREADS = 2;

  /**
   * One resource over time.
   *
   * @param before median of the middle third
   * @param after median of the last third
   */
  public record Course(String figure, long before, long after, boolean grows) {}

  public List<Course> courses() {
    return List.of(
        memory("heap after collection, MiB", ResourceSample::heapMiB),
        memory("resident, MiB", ResourceSample::residentMiB),
        count("open iterators", ResourceSample::iterators),
        count("open files", ResourceSample::files),
        threads());
  }

  /** Garbage and allocators fluctuate; a leak continues. */
  private Course memory(String figure, ToLongFunction<ResourceSample> of) {
    long before = median(1, of);
    long after = median(2, of);
    return new Course(
        figure, before, after, after > before * TOLERATED && after > before + TOLERATED_MIB);
  }

  /** A leak grows from a half to five sixths of its final value. */
  private Course count(String figure, ToLongFunction<ResourceSample> of) {
    long before = median(1, of);
    long after = median(2, of);
    return new Course(figure, before, after, after > before * 3 / 2 + 2);
  }

  /** Their number is fixed once all work has begun. */
  private Course threads() {
    long before = median(1, ResourceSample::threads);
    long after = median(2, ResourceSample::threads);
    return new Course("threads", before, after, after > before + TOLERATED_THREADS);
  }

  private long median(int third, ToLongFunction<ResourceSample> of) {
    int size = samples.size();
    long[] sorted =
        samples.subList(size * third / 3, size * (third + 1) / 3).stream()
            .mapToLong(of)
            .sorted()
            .toArray();
    return sorted.length == 0 ? 0 : sorted[sorted.length / 2];
  }
}
