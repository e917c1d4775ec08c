package dev.rota.chunks.placement;

import dev.rota.engine.Parts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Workers that count for so much more than the others that no assignment can be made. Factors are
 * planned with the sum of what all count for, but a worker holds each chunk once, so that no chunks
 * are there to fill a few large ones, and the others are too small for what was planned (rules 4,
 * 5).
 *
 * @param bound if no worker counts for more bytes, there is an assignment; the largest one that is
 *     found among what workers count for
 * @param workers who count for more than that, fewer than half of all, the largest first
 */
public record Excess(long bound, List<Worker> workers) {
  /** Each placement that is tried costs as much as the one that failed. */
  private static final int TRIALS = 3;

  /** For people: who it is, and what to do. */
  public String told() {
    Worker first = workers.get(0);
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

  /** A placement that failed, and what it was tried with. */
  private record Tried(
      ChunkTable chunks,
      SortedMap<Integer, Long> bytes,
      List<Worker> workers,
      PlacementPolicy policy,
      Parts parts) {
    List<Worker> bounded(long bound) {
      List<Worker> all = new ArrayList<>(workers.size());
      for (Worker one : workers) {
        all.add(
            new Worker(one.id(), Math.min(one.capacity(), bound), one.version(), one.reliable()));
      }
      return all;
    }

    /** Of each pass; nothing: the fewest copies do not fit. */
    List<Optional<SortedMap<Integer, Integer>>> factors(long bound) {
      return Scheduler.lineups(bounded(bound), policy).stream()
          .map(
              lineup ->
                  Factors.of(
                      bytes,
                      Scheduler.budget(lineup, policy),
                      policy.minReplication(),
                      lineup.size()))
          .toList();
    }

    boolean succeeds(long bound) {
      return Scheduler.schedule(chunks, bounded(bound), policy, parts) instanceof Assignment;
    }
  }

  /**
   * After a shortage. Null: nobody stands out.
   *
   * <p>Only a bound that lowers a factor can help, and with less budget no factor is larger: so the
   * largest of what workers count for that does is tried, then the largest that lowers one again.
   */
  public static Excess of(
      ChunkTable chunks, List<Worker> workers, PlacementPolicy policy, Parts parts) {
    Tried tried = new Tried(chunks, Scheduler.bytesByWeight(chunks), workers, policy, parts);
    List<Long> bounds =
        workers.stream()
            .map(Worker::capacity)
            .sorted(Comparator.reverseOrder())
            .limit((workers.size() + 1) / 2)
            .distinct()
            .toList();
    int at = 0;
    for (int trial = 0; trial < TRIALS && at < bounds.size(); trial++) {
      at = next(tried, bounds, at);
      if (at < bounds.size() && tried.succeeds(bounds.get(at))) {
        return new Excess(bounds.get(at), beyond(workers, bounds.get(at)));
      }
    }
    return null;
  }

  /** The first bound after one with which factors are lower, and there are some; else the end. */
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

  private static List<Worker> beyond(List<Worker> workers, long bound) {
    return workers.stream()
        .filter(worker -> worker.capacity() > bound)
        .sorted(Comparator.comparingLong(Worker::capacity).reversed())
        .toList();
  }
}
