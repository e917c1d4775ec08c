package dev.rota.chunks.values;

import dev.rota.chunks.placement.PlacementPolicy;
import dev.rota.chunks.placement.SoftwareVersion;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The settings of a network. Times are in milliseconds.
 *
 * @param placement rules 3 to 6
 * @param weights by dataset, 1 if absent (rule 1)
 * @param segments by dataset, instead of a weight (rule 1)
 * @param health when a worker is reliable (rule 2)
 * @param gathering how changes become a generation
 * @param capacityMax the maximum capacity that counts, in bytes; 0 for no maximum (rule 2)
 * @param telling what is published
 * @param uptime how much of the time a reliable worker pings (rule 2)
 */
public record NetworkPolicy(
    PlacementPolicy placement,
    SortedMap<String, Integer> weights,
    SortedMap<String, List<BlockSegment>> segments,
    HealthTerms health,
    GatheringTerms gathering,
    long capacityMax,
    PublishingSettings telling,
    UptimeTerms uptime) {
  /** The production network's settings. */
  public static final NetworkPolicy DEFAULT =
      new NetworkPolicy(
          PlacementPolicy.DEFAULT,
          new TreeMap<>(),
          new TreeMap<>(),
          new HealthTerms(600_000, 86_400_000, 0, null, 2),
          new GatheringTerms(250, 60_000, 600_000),
          0,
          PublishingSettings.DEFAULT,
          UptimeTerms.DEFAULT);

  /** The minimum version of a worker that reports one, if the policy sets none. */
  public static final SoftwareVersion USUAL_VERSION = SoftwareVersion.parse("2.0.0");

  /**
   * When a worker is reliable.
   *
   * @param pingTimeout silence after which a worker is offline
   * @param forgetAfter silence after which a worker leaves the network
   * @param staleBytes the minimum of stored bytes
   * @param minVersion the minimum version; null if not set
   * @param maxEpochLag epochs that a worker may lag behind; negative for any number
   */
  public record HealthTerms(
      long pingTimeout,
      long forgetAfter,
      long staleBytes,
      SoftwareVersion minVersion,
      long maxEpochLag) {}

  /**
   * How changes become a generation.
   *
   * @param debounce from a change to its generation
   * @param debounceMax the maximum from the first of many listings to its generation
   * @param listingTimeout the time without a part after which a listing of many records expires
   */
  public record GatheringTerms(long debounce, long debounceMax, long listingTimeout) {}

  /** The settings of a record. A null setting stays unchanged. */
  public record Settings(
      Map<String, Double> weights,
      Map<String, List<UncheckedSegment>> segments,
      Placement placement,
      Health health,
      Gathering gathering,
      Long capacityMax,
      Publishing telling,
      Uptime uptime) {
    public record Placement(
        PlacementPolicy.Order order,
        Integer rings,
        Double saturation,
        Integer minReplication,
        Boolean ignoreReliability) {}

    public record Health(
        Long pingTimeout, Long forgetAfter, Long staleBytes, String minVersion, Long maxEpochLag) {}

    public record Gathering(Long debounce, Long debounceMax, Long listingTimeout) {}

    public record Publishing(
        String recommended,
        Long assignmentDelay,
        Integer snapshotEvery,
        Long snapshotAge,
        Boolean beatsAnswered) {}

    public record Uptime(Double least, Long window, Long interval) {}
  }

  /** True if both policies produce the same assignment. */
  public boolean placesLike(NetworkPolicy other) {
    return placement.equals(other.placement)
        && weights.equals(other.weights)
        && segments.equals(other.segments);
  }

  /** Returns the bytes that a reported capacity counts for. */
  public long counted(long capacity) {
    return capacityMax == 0 ? capacity : Math.min(capacity, capacityMax);
  }

  /** Returns the minimum version of a reliable worker. */
  public SoftwareVersion supported() {
    return health.minVersion == null ? USUAL_VERSION : health.minVersion;
  }

  /** Returns the segments of a dataset, ordered by start. */
  public List<BlockSegment> segmentsOf(String dataset) {
    List<BlockSegment> said = segments.get(dataset);
    return said != null
        ? said
        : List.of(new BlockSegment(0, weights.getOrDefault(dataset, 1), null));
  }
}
