package dev.rota.chunks.placement.live;

import dev.rota.chunks.placement.PlacementPolicy;
import dev.rota.chunks.placement.PlacementWorker;
import dev.rota.chunks.placement.ReplicationFactors;
import dev.rota.chunks.placement.RestrictionCheck;
import dev.rota.chunks.placement.SoftwareVersion;
import dev.rota.chunks.placement.live.SlotEdit.Content;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The input of the factors: the bytes of all chunks, and of restricted chunks, by weight. */
final class WeightTotals {
  /** Sums of whole numbers below this are exact as doubles, in any order. */
  private static final double EXACT = 1L << 53;

  /** A number of chunks, and their bytes in two halves: the sum may exceed a long. */
  private record Tally(long chunks, long high, long low) {
    static final Tally NONE = new Tally(0, 0, 0);

    Tally with(long bytes, int one) {
      long more = one * (bytes >>> Integer.SIZE);
      return new Tally(chunks + one, high + more, low + one * (bytes & 0xffffffffL));
    }

    long bytes() {
      long carried = high + (low >>> Integer.SIZE);
      return carried > Integer.MAX_VALUE
          ? Long.MAX_VALUE
          : carried << Integer.SIZE | low & 0xffffffffL;
    }
  }

  static final WeightTotals NONE =
      new WeightTotals(new TreeMap<>(), new TreeMap<>(), new TreeMap<>());

  private final SortedMap<Integer, Tally> all;
  private final SortedMap<Integer, Tally> restricted;
  private final SortedMap<SoftwareVersion, Integer> versions;

  private WeightTotals(
      SortedMap<Integer, Tally> all,
      SortedMap<Integer, Tally> restricted,
      SortedMap<SoftwareVersion, Integer> versions) {
    this.all = all;
    this.restricted = restricted;
    this.versions = versions;
  }

  WeightTotals with(List<SlotEdit> edits) {
    if (edits.isEmpty()) {
      return this;
    }
    WeightTotals totals =
        new WeightTotals(new TreeMap<>(all), new TreeMap<>(restricted), new TreeMap<>(versions));
    for (SlotEdit edit : edits) {
      totals.count(edit.was(), -1);
      totals.count(edit.is(), 1);
    }
    return totals;
  }

  private void count(Content chunk, int one) {
    if (chunk == null) {
      return;
    }
    count(all, chunk, one);
    if (chunk.leastVersion() != null) {
      count(restricted, chunk, one);
      if (versions.merge(chunk.leastVersion(), one, Integer::sum) == 0) {
        versions.remove(chunk.leastVersion());
      }
    }
  }

  private static void count(SortedMap<Integer, Tally> tallies, Content chunk, int one) {
    Tally tally = tallies.getOrDefault(chunk.weight(), Tally.NONE).with(chunk.bytes(), one);
    if (tally.chunks == 0) {
      tallies.remove(chunk.weight());
    } else {
      tallies.put(chunk.weight(), tally);
    }
  }

  SortedMap<Integer, Long> bytes() {
    SortedMap<Integer, Long> bytes = new TreeMap<>();
    all.forEach((weight, tally) -> bytes.put(weight, tally.bytes()));
    return bytes;
  }

  /** Returns the number of copies by weight with an unlimited number of workers. */
  SortedMap<Integer, Integer> wanted(long budget, int min) {
    return ReplicationFactors.of(bytes(), budget, min, PlacementPolicy.REPLICATION_MAX)
        .orElseGet(TreeMap::new);
  }

  /** Returns the minimum versions of all restricted chunks. */
  Set<SoftwareVersion> versions() {
    return Collections.unmodifiableSet(versions.keySet());
  }

  /** Returns the number of copies of all chunks. */
  long copies(SortedMap<Integer, Integer> factors) {
    return copies(all, factors);
  }

  /** Returns the number of copies of restricted chunks. */
  long restrictedCopies(SortedMap<Integer, Integer> factors) {
    return copies(restricted, factors);
  }

  private static long copies(
      SortedMap<Integer, Tally> tallies, SortedMap<Integer, Integer> factors) {
    long copies = 0;
    for (var tally : tallies.entrySet()) {
      copies += tally.getValue().chunks * factors.getOrDefault(tally.getKey(), 0);
    }
    return copies;
  }

  /** Returns the number of copies by which two sets of factors differ. */
  long difference(SortedMap<Integer, Integer> factors, SortedMap<Integer, Integer> others) {
    long copies = 0;
    for (var tally : all.entrySet()) {
      Integer factor = factors.get(tally.getKey());
      Integer other = others.get(tally.getKey());
      if (factor != null && other != null) {
        copies += tally.getValue().chunks * Math.abs(factor - other);
      }
    }
    return copies;
  }

  /** True if {@link RestrictionCheck#check} certainly finds no shortage. */
  boolean areWithin(
      List<PlacementWorker> workers,
      SortedMap<Integer, Integer> factors,
      double saturation,
      RestrictionCheck.Counting counting) {
    if (versions.isEmpty()) {
      return true;
    }
    SoftwareVersion version = versions.firstKey();
    long eligible = workers.stream().filter(worker -> worker.satisfies(version)).count();
    boolean enough =
        restricted.keySet().stream().allMatch(weight -> factors.get(weight) <= eligible);
    double counted = bytes(all, factors, counting);
    return versions.size() == 1
        && enough
        && counted < EXACT
        && !RestrictionCheck.tooMany(
            bytes(restricted, factors, counting), counted, eligible, workers.size(), saturation);
  }

  private static double bytes(
      SortedMap<Integer, Tally> tallies,
      SortedMap<Integer, Integer> factors,
      RestrictionCheck.Counting counting) {
    double bytes = 0;
    for (var tally : tallies.entrySet()) {
      bytes += counting.of(tally.getValue().bytes(), factors.get(tally.getKey()));
    }
    return bytes;
  }
}
