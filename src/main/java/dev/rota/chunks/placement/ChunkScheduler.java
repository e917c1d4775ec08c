package dev.rota.chunks.placement;

import dev.rota.chunks.placement.PlacementPolicy.Order;
import dev.rota.chunks.placement.PlacementShortage.Reason;
import dev.rota.kernel.engine.ParallelParts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Computes the assignment from scratch. It depends only on chunks, workers and policy. */
public final class ChunkScheduler {
  private final ChunkTable chunks;
  private final PlacementPolicy policy;
  private final ParallelParts parts;
  private final RestrictionCheck.Counting counting;

  /** The completed passes, the reliable workers' first. */
  private final List<PlacementPass> passes = new ArrayList<>();

  public ChunkScheduler(
      ChunkTable chunks,
      PlacementPolicy policy,
      ParallelParts parts,
      RestrictionCheck.Counting counting) {
    this.chunks = chunks;
    this.policy = policy;
    this.parts = parts;
    this.counting = counting;
  }

  /** Assigns all chunks on the calling thread. */
  public static ScheduleResult schedule(
      ChunkTable chunks, List<PlacementWorker> workers, PlacementPolicy policy) {
    return schedule(chunks, workers, policy, ParallelParts.IN_TURN);
  }

  /** Assigns all chunks. The order of workers only breaks ties between hashes. */
  public static ScheduleResult schedule(
      ChunkTable chunks,
      List<PlacementWorker> workers,
      PlacementPolicy policy,
      ParallelParts parts) {
    return new ChunkScheduler(chunks, policy, parts, RestrictionCheck.Counting.CHUNKS)
        .schedule(workers);
  }

  /** Assigns all chunks. The order of workers only breaks ties between hashes. */
  ScheduleResult schedule(List<PlacementWorker> workers) {
    PlacementShortage shortage = place(workers);
    if (shortage != null) {
      return shortage;
    }
    int[] order = reliableFirst(workers);
    int[][] lists = new int[order.length][];
    int from = 0;
    for (PlacementPass pass : passes) {
      int[][] placed = pass.lists(from);
      for (int worker = from; worker < placed.length; worker++) {
        lists[order[worker]] = placed[worker];
      }
      from = placed.length;
    }
    PlacementPass first = passes.get(0);
    return new ChunkAssignment(
        policy.order() == Order.SEED ? first.factors() : first.fewest(), lists, first.leftOut());
  }

  /**
   * Makes two passes unless all workers count alike (rule 6). Reliable workers get the result of a
   * pass over them alone, so they never depend on others. The others get the result of a pass over
   * all. Returns null if all mandatory copies have a place.
   */
  public PlacementShortage place(List<PlacementWorker> workers) {
    PlacementShortage shortage = null;
    for (List<PlacementWorker> lineup : lineups(workers, policy)) {
      shortage = shortage == null ? pass(lineup, workers.size()) : shortage;
    }
    return shortage;
  }

  /** Returns the workers of each pass. There are one or two passes. */
  public static List<List<PlacementWorker>> lineups(
      List<PlacementWorker> workers, PlacementPolicy policy) {
    List<PlacementWorker> all = new ArrayList<>(workers.size());
    int counting = 0;
    for (int position : reliableFirst(workers)) {
      all.add(workers.get(position));
      counting += policy.counts(workers.get(position)) ? 1 : 0;
    }
    return counting == all.size() ? List.of(all) : List.of(all.subList(0, counting), all);
  }

  /**
   * Makes a pass again that has found a place for all mandatory copies.
   *
   * @param factors the number of copies, by weight
   */
  public static PlacementPass again(
      ChunkTable chunks,
      List<PlacementWorker> workers,
      SortedMap<Integer, Integer> factors,
      PlacementPolicy policy,
      ParallelParts parts) {
    PlacementPass pass = new PlacementPass(chunks, workers, factors, policy.rings(), parts);
    if (pass.place(policy.order(), policy.minReplication()) != null) {
      throw new IllegalStateException("a pass that is made again has no place for its chunks");
    }
    return pass;
  }

  public List<PlacementPass> passes() {
    return passes;
  }

  private static int[] reliableFirst(List<PlacementWorker> workers) {
    int[] order = new int[workers.size()];
    int at = 0;
    for (boolean reliable : new boolean[] {true, false}) {
      for (int i = 0; i < order.length; i++) {
        if (workers.get(i).reliable() == reliable) {
          order[at++] = i;
        }
      }
    }
    return order;
  }

  /** Makes one pass over some of so many workers. */
  private PlacementShortage pass(List<PlacementWorker> workers, int all) {
    SortedMap<Integer, Long> bytes = bytesByWeight(chunks);
    long budget = budget(workers, policy);
    Optional<SortedMap<Integer, Integer>> factors =
        ReplicationFactors.of(bytes, budget, policy.minReplication(), workers.size());
    if (factors.isEmpty() || workers.isEmpty() && chunks.size() > 0) {
      return notEnough(bytes, budget, workers.size(), all - workers.size(), policy);
    }
    int[] copies = PlacementPass.byWeight(factors.get());
    PlacementShortage beyond =
        PlacementBounds.check(planned(copies), factors.get(), workers.size(), policy.rings());
    if (beyond != null) {
      return beyond;
    }
    if (policy.order() == Order.SEED) {
      PlacementShortage shortage =
          RestrictionCheck.check(chunks, workers, copies, policy.saturation(), counting);
      if (shortage != null) {
        return shortage;
      }
    }
    PlacementPass pass = new PlacementPass(chunks, workers, factors.get(), policy.rings(), parts);
    PlacementShortage shortage = pass.place(policy.order(), policy.minReplication());
    if (shortage == null) {
      passes.add(pass);
    }
    return shortage;
  }

  private long planned(int[] copies) {
    long planned = 0;
    for (int chunk = 0; chunk < chunks.size(); chunk++) {
      planned += copies[chunks.weight(chunk)];
    }
    return planned;
  }

  static SortedMap<Integer, Long> bytesByWeight(ChunkTable chunks) {
    SortedMap<Integer, Long> bytes = new TreeMap<>();
    for (int chunk = 0; chunk < chunks.size(); chunk++) {
      bytes.merge(chunks.weight(chunk), chunks.bytes(chunk), ReplicationFactors::plus);
    }
    return bytes;
  }

  /** The two orders round differently in the last bit above 2<sup>53</sup> bytes (rule 4). */
  public static long budget(List<PlacementWorker> workers, PlacementPolicy policy) {
    long sum = 0;
    boolean even = true;
    for (PlacementWorker worker : workers) {
      sum = ReplicationFactors.plus(sum, worker.capacity());
      even &= worker.capacity() == workers.get(0).capacity();
    }
    double capacity =
        policy.order() == Order.SEED && even && !workers.isEmpty()
            ? (double) workers.get(0).capacity() * (double) workers.size()
            : (double) sum;
    return (long) (capacity * policy.saturation());
  }

  /**
   * Returns the shortage of bytes (rule 4).
   *
   * @param bytes of all chunks by weight
   * @param counting the number of workers of the pass
   * @param others the number of workers that are not in the pass
   */
  public static PlacementShortage notEnough(
      SortedMap<Integer, Long> bytes,
      long budget,
      int counting,
      int others,
      PlacementPolicy policy) {
    long total = bytes.values().stream().reduce(0L, ReplicationFactors::plus);
    String unreliable =
        others == 0
            ? ""
            : "; "
                + others
                + " more workers are not ONLINE, and count only where ignoreReliability is set";
    return new PlacementShortage(
        Reason.NOT_ENOUGH_CAPACITY,
        PlacementShortage.ALL,
        null,
        total
            + " bytes of chunks, minReplication "
            + policy.minReplication()
            + " times, are more than the "
            + budget
            + " bytes that "
            + counting
            + " workers have to give: saturation times their capacity"
            + unreliable);
  }
}
