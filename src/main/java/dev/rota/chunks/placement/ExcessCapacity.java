package dev.rota.chunks.placement;

import dev.rota.kernel.engine.ParallelParts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Workers whose capacities are so much larger than the others' that no assignment exists. Factors
 * are planned with the sum of all capacities, but a worker holds at most one copy of each chunk. So
 * a few large workers cannot be filled, and the others are too small for the plan (rules 4, 5).
 *
 * @param bound the largest tried capacity, in bytes, with which an assignment exists if no worker
 *     exceeds it
 * @param workers whose capacity exceeds the bound, fewer than half of all, the largest first
 */
public record ExcessCapacity(long bound, List<PlacementWorker> workers) {
  /** Each trial costs as much as the placement that failed. */
  private static final int TRIALS = 3;

  /** Returns a sentence that names the worker and the remedy. */
  public String told() {
    PlacementWorker first = workers.get(0);
    String others = workers.size() == 1 ? "" : ", and " + (workers.size() - 1) + " more do";
    return "; there would be a generation if no worker counted for more than "
        + bound
        + " bytes: "
        + first.id()
        + " counts for "
        + first.capacity()
        + others
        + ". Correct what it says, or set capacityBytesMax to "
        + bound;
  }

  private record Tried(
      ChunkTable chunks,
      SortedMap<Integer, Long> bytes,
      List<PlacementWorker> workers,
      PlacementPolicy policy,
      ParallelParts parts,
      RestrictionCheck.Counting counting) {
    List<PlacementWorker> bounded(long bound) {
      List<PlacementWorker> all = new ArrayList<>(workers.size());
      for (PlacementWorker one : workers) {
        all.add(
            new PlacementWorker(
                one.id(), Math.min(one.capacity(), bound), one.version(), one.reliable()));
      }
      return all;
    }

    /** Returns the factors of each pass, or nothing where the minimum copies do not fit. */
    List<Optional<SortedMap<Integer, Integer>>> factors(long bound) {
      return ChunkScheduler.lineups(bounded(bound), policy).stream()
          .map(
              lineup ->
                  ReplicationFactors.of(
                      bytes,
                      ChunkScheduler.budget(lineup, policy),
                      policy.minReplication(),
                      lineup.size()))
          .toList();
    }

    boolean succeeds(long bound) {
      return new ChunkScheduler(chunks, policy, parts, counting).schedule(bounded(bound))
          instanceof ChunkAssignment;
    }
  }

  /**
   * Searches a bound after a shortage. Returns null if no worker stands out.
   *
   * <p>Only a bound that lowers a factor can help, and a smaller budget never raises one. So the
   * search tries the largest capacity that lowers a factor, then the largest that lowers one again.
   */
  public static ExcessCapacity of(
      ChunkTable chunks,
      List<PlacementWorker> workers,
      PlacementPolicy policy,
      ParallelParts parts,
      RestrictionCheck.Counting counting) {
    Tried tried =
        new Tried(chunks, ChunkScheduler.bytesByWeight(chunks), workers, policy, parts, counting);
    List<Long> bounds =
        workers.stream()
            .map(PlacementWorker::capacity)
            .sorted(Comparator.reverseOrder())
            .limit((workers.size() + 1) / 2)
            .distinct()
            .toList();
    int at = 0;
    for (int trial = 0; trial < TRIALS && at < bounds.size(); trial++) {
      at = next(tried, bounds, at);
      if (at < bounds.size() && tried.succeeds(bounds.get(at))) {
        return new ExcessCapacity(bounds.get(at), beyond(workers, bounds.get(at)));
      }
    }
    return null;
  }

  /** Returns the next bound that lowers factors and fits the minimum, or the size of the list. */
  private static int next(Tried tried, List<Long> bounds, int from) {
    var now = tried.factors(bounds.get(from));
    int low = from;
    int high = bounds.size();
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      if (tried.factors(bounds.get(middle)).equals(now)) {
        low = middle;
      } else {
        high = middle;
      }
    }
    boolean fits =
        high < bounds.size()
            && tried.factors(bounds.get(high)).stream().allMatch(Optional::isPresent);
    return fits ? high : bounds.size();
  }

  private static List<PlacementWorker> beyond(List<PlacementWorker> workers, long bound) {
    return workers.stream()
        .filter(worker -> worker.capacity() > bound)
        .sorted(Comparator.comparingLong(PlacementWorker::capacity).reversed())
        .toList();
  }
}
