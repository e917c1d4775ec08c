package dev.rota.chunks.values;

import dev.rota.chunks.placement.PlacementPolicy;
import dev.rota.chunks.placement.SoftwareVersion;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How a network is scheduled. Times are in milliseconds.
 *
 * @param placement rules 3 to 6
 * @param weights by dataset, rule 1; 1 where nothing is said
 * @param segments by dataset, rule 1; in place of a weight
 * @param pingTimeout rule 2: silent for longer is offline
 * @param forgetAfter rule 2: silent for longer is gone
 * @param staleBytes rule 2
 * @param minVersion rule 2; null: nothing is said
 * @param maxEpochLag rule 2; negative: any
 * @param debounce until a change has its generation
 * @param debounceMax until the first of many listings has
 * @param listingTimeout until a listing of many records of which nothing comes expires
 * @param capacityMax rule 2: no worker counts for more bytes; 0: each counts for what it says
 * @param telling what others are told
 */
public record Policy(
    PlacementPolicy placement,
    SortedMap<String, Integer> weights,
    SortedMap<String, List<Segment>> segments,
    long pingTimeout,
    long forgetAfter,
    long staleBytes,
    SoftwareVersion minVersion,
    long maxEpochLag,
    long debounce,
    long debounceMax,
    long listingTimeout,
    long capacityMax,
    Telling telling) {
  /**
   * What others are told, and when.
   *
   * @param recommended a worker of an older version is deprecated
   * @param assignmentDelay until a generation is in force
   * @param snapshotEvery generations; 0: only when asked for
   * @param snapshotAge of a worker's snapshot, until a ping renews it
   * @param beatsAnswered whether a ping that says nothing new has an outcome
   */
  public record Telling(
      SoftwareVersion recommended,
      long assignmentDelay,
      int snapshotEvery,
      long snapshotAge,
      boolean beatsAnswered) {
    /** The network's own figures; beats are not answered: nobody needs to know. */
    public static final Telling DEFAULT =
        new Telling(SoftwareVersion.parse("2.0.0"), 60_000, 0, 86_400_000, false);

    public Telling every(int generations) {
      return new Telling(recommended, assignmentDelay, generations, snapshotAge, beatsAnswered);
    }
  }

  /** The network's own figures. */
  public static final Policy DEFAULT =
      new Policy(
          PlacementPolicy.DEFAULT,
          new TreeMap<>(),
          new TreeMap<>(),
          600_000,
          86_400_000,
          0,
          null,
          2,
          250,
          60_000,
          600_000,
          0,
          Telling.DEFAULT);

  /** What is asked of a worker that says its version, while the policy says nothing. */
  public static final SoftwareVersion USUAL_VERSION = SoftwareVersion.parse("2.0.0");

  /** What a record says of a policy; null: that stays as it is. */
  public record Settings(
      Map<String, Double> weights,
      Map<String, List<SegmentSaid>> segments,
      PlacementPolicy.Order order,
      Integer rings,
      Double saturation,
      Integer minReplication,
      Boolean ignoreReliability,
      Long pingTimeout,
      Long forgetAfter,
      Long staleBytes,
      String minVersion,
      Long maxEpochLag,
      Long debounce,
      Long debounceMax,
      Long listingTimeout,
      Long capacityMax,
      String recommended,
      Long assignmentDelay,
      Integer snapshotEvery,
      Long snapshotAge,
      Boolean beatsAnswered) {}

  /** A segment as it is said, which may be none. */
  public record SegmentSaid(long from, double weight, String minVersion) {}

  /** Whether both place the same chunks on the same workers alike. */
  public boolean placesLike(Policy other) {
    return placement.equals(other.placement)
        && weights.equals(other.weights)
        && segments.equals(other.segments);
  }

  /** What a worker that says so much counts for. */
  public long counted(long capacity) {
    return capacityMax == 0 ? capacity : Math.min(capacity, capacityMax);
  }

  /** An older version is unreliable. */
  public SoftwareVersion supported() {
    return minVersion == null ? USUAL_VERSION : minVersion;
  }

  /** The segments of a dataset, by their starts. */
  public List<Segment> segmentsOf(String dataset) {
    List<Segment> said = segments.get(dataset);
    return said != null ? said : List.of(new Segment(0, weights.getOrDefault(dataset, 1), null));
  }
}
