package dev.rota.lab.traffic.chunks;

import dev.rota.chunks.Beats;
import dev.rota.chunks.ChunkPolicy;
import dev.rota.chunks.PlacementOrder;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * The size and the load of a network. All times are means.
 *
 * @param chunks chunks per dataset at the start
 * @param chunkMillis time between new chunks
 * @param pingMillis time between a worker's pings
 * @param capacity capacity of a worker, bytes
 * @param together true if the initial chunks are one listing, with a record per dataset
 */
record NetworkShape(
    int workers,
    int datasets,
    int chunks,
    int chunkMillis,
    int pingMillis,
    long capacity,
    boolean together,
    ChunkPolicy policy) {
  /** Most workers have most of them. */
  private static final List<String> VERSIONS =
      List.of("2.0.0", "2.0.0", "2.0.0", "2.8.0", "1.9.3", "2.8.0-rc.1", "2.9.0-beta");

  private static final long MEBIBYTE = 1L << 20;

  /** A small part of the real network: its weights, and room for some copies of each chunk. */
  static NetworkShape ofACorner(String network) {
    Map<String, Double> weights = new TreeMap<>();
    weights.put(dataset(0), 2.0);
    weights.put(dataset(1), 3.0);
    ChunkPolicy policy =
        ChunkPolicy.newBuilder()
            .setNetwork(network)
            .setWeights(weights)
            .setRings(600)
            .setPingTimeoutMs(90_000L)
            .build();
    return new NetworkShape(16, 4, 40, 5_000, 20_000, 16L * 1024 * MEBIBYTE, true, policy);
  }

  /** A small network with scarce resources and a random policy. */
  static NetworkShape ofSeed(String network, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return new NetworkShape(
        1 + random.nextInt(7),
        1 + random.nextInt(3),
        1 + random.nextInt(6),
        200 + random.nextInt(3000),
        500 + random.nextInt(4000),
        (1L + random.nextInt(24)) * 512 * MEBIBYTE,
        random.nextInt(4) == 0,
        policy(network, random));
  }

  static ChunkPolicy policy(String network, SplittableRandom random) {
    ChunkPolicy.Builder policy =
        ChunkPolicy.newBuilder()
            .setNetwork(network)
            .setOrder(random.nextBoolean() ? PlacementOrder.SEED : PlacementOrder.HEAD)
            .setRings(1 + random.nextInt(40))
            .setSaturation(0.5 + random.nextInt(51) / 100.0)
            .setMinReplication(1 + random.nextInt(3))
            .setIgnoreReliability(random.nextBoolean())
            .setPingTimeoutMs(1000L + random.nextInt(8000))
            .setForgetAfterMs(2000L + random.nextInt(20_000))
            .setStaleBytes(random.nextInt(3) == 0 ? 1000L : 0L)
            .setMaxEpochLag(random.nextInt(4) - 1L)
            .setMinVersion(VERSIONS.get(random.nextInt(VERSIONS.size())))
            .setRecommendedVersion(random.nextBoolean() ? "2.8.0" : "2.9.0")
            .setCapacityBytesMax(
                random.nextInt(3) == 0 ? (8L + random.nextInt(40)) * 512 * MEBIBYTE : 0L)
            .setBeats(random.nextBoolean() ? Beats.ANSWERED : Beats.CHANGES)
            .setDebounceMs((long) random.nextInt(3) * 200)
            .setDebounceMaxMs((long) random.nextInt(4) * 500)
            .setListingTimeoutMs(300L + random.nextInt(random.nextBoolean() ? 1000 : 10_000))
            .setAssignmentDelayMs((long) random.nextInt(3) * 1000)
            .setSnapshotEvery(random.nextInt(4))
            .setSnapshotAgeMs((long) random.nextInt(3) * 3000);
    if (random.nextInt(3) > 0) {
      policy
          .setMinUptime(random.nextInt(4) == 0 ? 0 : (1 + random.nextInt(10)) / 10.0)
          .setUptimeWindowMs(60L + random.nextInt(40_000))
          .setPingIntervalMs(1L + random.nextInt(6000));
    }
    return weigh(policy, random).build();
  }

  private static ChunkPolicy.Builder weigh(ChunkPolicy.Builder policy, SplittableRandom random) {
    if (random.nextInt(3) == 0) {
      return policy.setWeights(Map.of()).setSegments(RandomSegments.some(dataset(0), random));
    }
    Map<String, Double> weights = new TreeMap<>();
    for (int i = 0; i < 3; i++) {
      weights.put(dataset(i), (double) random.nextInt(5));
    }
    return policy.setSegments(Map.of()).setWeights(weights);
  }

  static String dataset(int number) {
    return "s3://chain-" + number;
  }

  String anyDataset(SplittableRandom random) {
    return dataset(random.nextInt(datasets));
  }
}
