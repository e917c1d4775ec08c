package dev.rota.chunks.naive;

import dev.rota.chunks.Beats;
import dev.rota.chunks.ChunkPolicy;
import dev.rota.chunks.DatasetSegment;
import dev.rota.chunks.PlacementOrder;
import dev.rota.chunks.Snapshot;
import dev.rota.chunks.WorkerMark;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Policies: a few settings at a time, to something else and back; some of them cannot be. */
final class NaivePolicyMaker {
  private static final List<String> FIELDS =
      ChunkPolicy.getClassSchema().getFields().stream()
          .map(field -> field.name())
          .filter(name -> !List.of("network", "control", "mark").contains(name))
          .toList();

  private final Random random;

  /** Short enough for the history's steps, or as long as usual. */
  private final boolean hasty;

  NaivePolicyMaker(Random random) {
    this.random = random;
    this.hasty = random.nextInt(3) == 0;
  }

  private boolean one(int of) {
    return random.nextInt(of) == 0;
  }

  @SafeVarargs
  private <T> T any(T... some) {
    return some[random.nextInt(some.length)];
  }

  private static ChunkPolicy.Builder policy() {
    return ChunkPolicy.newBuilder().setNetwork(NaiveNetwork.NAME);
  }

  /** What the history begins with. */
  ChunkPolicy first() {
    ChunkPolicy.Builder policy = policy().setRings(any(1, 2, 7, 20)).setDebounceMs(any(10L, 50L));
    policy.setMinReplication(any(1, 1, 2));
    policy.setListingTimeoutMs(any(400L, 2000L, 600_000L));
    if (one(2)) {
      policy.setMinUptime(any(0.3, 0.7, 1.0)).setUptimeWindowMs(any(100L, 600L, 5000L));
      policy.setPingIntervalMs(any(10L, 100L, 700L));
    }
    return hasty ? policy.setPingTimeoutMs(800L).setForgetAfterMs(3000L).build() : policy.build();
  }

  ChunkPolicy next(NaiveNetwork network) {
    ChunkPolicy.Builder policy = policy();
    if (one(6)) {
      return one(2) ? control(policy, network) : mark(policy, network);
    }
    if (one(8)) {
      return calm(policy).build();
    }
    for (int i = one(3) ? 1 + random.nextInt(3) : 1; i > 0; i--) {
      set(policy, FIELDS.get(random.nextInt(FIELDS.size())));
    }
    return one(9) ? spoil(policy) : policy.build();
  }

  private ChunkPolicy control(ChunkPolicy.Builder policy, NaiveNetwork network) {
    List<String> names = new ArrayList<>(network.workers.keySet());
    names.add(NaiveHash.peer(0));
    names.add(one(4) ? "nobody" : names.get(0));
    String worker = one(2) ? null : names.get(random.nextInt(names.size()));
    return policy.setControl(new Snapshot(worker)).build();
  }

  private ChunkPolicy mark(ChunkPolicy.Builder policy, NaiveNetwork network) {
    boolean there = !network.workers.isEmpty() && !one(5);
    List<String> names = List.copyOf(network.workers.keySet());
    String worker =
        there ? names.get(random.nextInt(names.size())) : NaiveHash.peer(random.nextInt(9));
    if (!network.marks.isEmpty() && one(3)) {
      return policy.setMark(new WorkerMark(network.marks.firstKey(), null, null)).build();
    }
    Long until = one(3) ? null : (Long) (network.nowMillis + any(1L, 40L, 300L, 2000L));
    WorkerMark.Builder mark =
        WorkerMark.newBuilder()
            .setWorker(worker)
            .setReason(any("slow", "lost its disk"))
            .setUntil(until);
    if (one(8)) {
      switch (random.nextInt(6)) {
        case 0 -> mark.setWorker("nobody");
        case 1 -> mark.setReason("");
        case 2 -> mark.setUntil(any(0L, network.nowMillis, NaiveNetwork.LAST_MILLIS + 1));
        case 3 -> mark.setUntil(NaiveNetwork.LAST_MILLIS);
        case 4 -> mark.setReason(null);
        default -> mark.setReason(null).setUntil(null);
      }
    }
    return policy.setMark(mark.build()).build();
  }

  /** Under which there are generations. */
  private static ChunkPolicy.Builder calm(ChunkPolicy.Builder policy) {
    return policy
        .setSaturation(0.9)
        .setMinReplication(1)
        .setPingTimeoutMs(600_000L)
        .setForgetAfterMs(86_400_000L)
        .setStaleBytes(0L)
        .setMaxEpochLag(2L)
        .setCapacityBytesMax(0L)
        .setDebounceMs(20L)
        .setMinUptime(0.0)
        .setMinVersion("2.0.0-a")
        .setSegments(Map.of());
  }

  private void set(ChunkPolicy.Builder policy, String field) {
    switch (field) {
      case "weights" -> policy.setWeights(weights());
      case "segments" -> policy.setSegments(segments());
      case "order" -> policy.setOrder(any(PlacementOrder.SEED, PlacementOrder.HEAD));
      case "rings" -> policy.setRings(one(30) ? any(500, 6000) : any(1, 2, 3, 7, 20));
      case "saturation" -> policy.setSaturation(any(0.3, 0.6, 0.9, 0.99, 1.0));
      case "minReplication" -> policy.setMinReplication(one(30) ? 65_535 : any(1, 1, 2, 3, 5));
      case "ignoreReliability" -> policy.setIgnoreReliability(random.nextBoolean());
      case "capacityBytesMax" -> policy.setCapacityBytesMax(any(0L, 0L, 150L, 500L, 5000L));
      case "pingTimeoutMs" ->
          policy.setPingTimeoutMs(one(30) ? 0L : any(300L, 1000L, 600_000L, 600_000L));
      case "forgetAfterMs" ->
          policy.setForgetAfterMs(one(20) ? 0L : any(2000L, 4000L, 86_400_000L));
      default -> setOther(policy, field);
    }
  }

  private void setOther(ChunkPolicy.Builder policy, String field) {
    switch (field) {
      case "staleBytes" ->
          policy.setStaleBytes(one(30) ? NaiveNetwork.MOST : any(0L, 0L, 50L, 200L));
      case "minVersion" -> policy.setMinVersion(any("2.0.0", "2.0.0-a", "2.1.0", "2.4.0-rc.1"));
      case "recommendedVersion" -> policy.setRecommendedVersion(any("2.0.0", "2.4.0", "2.4.0-b"));
      case "maxEpochLag" -> policy.setMaxEpochLag(any(-1L, 0L, 1L, 2L, NaiveNetwork.MOST));
      case "debounceMs" -> policy.setDebounceMs(any(0L, 1L, 20L, 100L, 250L));
      case "debounceMaxMs" -> policy.setDebounceMaxMs(any(0L, 30L, 120L, 60_000L));
      case "listingTimeoutMs" -> policy.setListingTimeoutMs(any(1L, 400L, 2000L, 600_000L));
      case "assignmentDelayMs" -> policy.setAssignmentDelayMs(any(0L, 5L, 60_000L));
      case "snapshotEvery" -> policy.setSnapshotEvery(any(0, 0, 1, 2, 5));
      case "snapshotAgeMs" -> policy.setSnapshotAgeMs(any(0L, 100L, 1000L, 86_400_000L));
      case "minUptime" -> policy.setMinUptime(any(0.0, 0.2, 0.5, 0.9, 1.0));
      case "uptimeWindowMs" -> policy.setUptimeWindowMs(any(60L, 119L, 600L, 6000L, 3_600_000L));
      case "pingIntervalMs" -> policy.setPingIntervalMs(any(1L, 10L, 60L, 500L, 60_000L));
      case "beats" -> policy.setBeats(any(Beats.ANSWERED, Beats.CHANGES));
      default -> throw new IllegalStateException("nothing is said of " + field);
    }
  }

  private Map<String, Double> weights() {
    Map<String, Double> weights = new HashMap<>();
    for (String dataset : NaiveHistory.DATASETS) {
      if (one(2)) {
        weights.put(dataset, any(0.0, 1.0, 2.0, 3.0, 12.0));
      }
    }
    return weights;
  }

  private Map<String, List<DatasetSegment>> segments() {
    Map<String, List<DatasetSegment>> segments = new HashMap<>();
    for (String dataset : one(4) ? List.<String>of() : NaiveHistory.DATASETS) {
      if (one(3)) {
        segments.put(dataset, stretches());
      }
    }
    return segments;
  }

  private List<DatasetSegment> stretches() {
    List<DatasetSegment> some = new ArrayList<>();
    for (long from = any(0L, 0L, 100L, 250L); one(2) && from < 900; from += any(1L, 200L)) {
      some.add(stretch(from));
    }
    if (one(40)) {
      some.add(stretch(NaiveNetwork.MOST));
    }
    for (long from = one(40) ? -NaiveNetwork.MOST : any(-900L, -200L, -99L);
        one(3) && from < 0;
        from += any(1L, 100L)) {
      some.add(stretch(from));
    }
    return some;
  }

  private DatasetSegment stretch(long from) {
    return new DatasetSegment(
        from, any(0.0, 1.0, 2.0, 5.0), one(3) ? any("2.1.0", "2.1.0", "2.4.0") : null);
  }

  private DatasetSegment far() {
    return new DatasetSegment(any(NaiveNetwork.MOST + 1, Long.MIN_VALUE), 1.0, null);
  }

  private ChunkPolicy spoil(ChunkPolicy.Builder policy) {
    DatasetSegment there = new DatasetSegment(5L, 1.0, null);
    switch (random.nextInt(19)) {
      case 0 -> policy.setRings(any(0, 65_537));
      case 1 -> policy.setSaturation(any(0.0, 1.01, Double.NaN, -1.0));
      case 2 -> policy.setMinReplication(any(0, 65_536));
      case 3 -> policy.setCapacityBytesMax(any(-1L, NaiveNetwork.MOST + 1));
      case 4 -> policy.setPingTimeoutMs(any(-1L, 36_500L * 86_400_000 + 1));
      case 5 -> policy.setForgetAfterMs(-1L);
      case 6 -> policy.setStaleBytes(any(-1L, Long.MAX_VALUE));
      case 7 -> policy.setMinVersion(any("x", "2.1", "2.1.0-rc.01", "2.1.0+a..b"));
      case 8 -> policy.setRecommendedVersion("two");
      case 9 -> policy.setMaxEpochLag(any(-2L, NaiveNetwork.MOST + 1));
      case 10 -> policy.setDebounceMs(-1L);
      case 11 -> policy.setListingTimeoutMs(0L);
      case 12 -> policy.setSnapshotEvery(-1);
      case 15 -> policy.setMinUptime(any(1.1, -0.5, Double.NaN));
      case 16 -> policy.setUptimeWindowMs(any(59L, 36_500L * 86_400_000 + 1));
      case 17 -> policy.setPingIntervalMs(0L);
      case 13 -> policy.setSegments(Map.of("s3://a", List.of(there, any(there, far()))));
      case 14 -> policy.setWeights(Map.of("s3://a", any(1.5, -1.0, Double.NaN, 65_536.0)));
      default ->
          policy.setWeights(Map.of("s3://a", 2.0)).setSegments(Map.of("s3://a", List.of(there)));
    }
    if (one(3)) {
      policy.setOrder(PlacementOrder.UNKNOWN).setBeats(Beats.UNKNOWN);
    }
    return policy.build();
  }
}
