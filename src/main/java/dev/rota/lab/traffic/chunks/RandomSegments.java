package dev.rota.lab.traffic.chunks;

import dev.rota.chunks.DatasetSegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Random segments for policies. */
final class RandomSegments {
  /** A version that all workers have, one that most have, one that few have, and no version. */
  private static final String[] VERSIONS = {"2.6.0", "2.8.0", "2.9.0", null};

  private RandomSegments() {}

  static Map<String, List<DatasetSegment>> some(String dataset, SplittableRandom random) {
    List<DatasetSegment> segments = new ArrayList<>();
    segments.add(new DatasetSegment(random.nextInt(2) * 500L, (double) random.nextInt(4), null));
    if (random.nextBoolean()) {
      segments.add(
          new DatasetSegment(
              600L + random.nextInt(1500),
              1.0 + random.nextInt(4),
              VERSIONS[random.nextInt(VERSIONS.length)]));
    }
    if (random.nextBoolean()) {
      segments.add(new DatasetSegment(-1L - random.nextInt(2000), 1.0 + random.nextInt(6), null));
    }
    return Map.of(dataset, segments);
  }
}
