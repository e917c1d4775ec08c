package dev.rota.chunks.placement;

import dev.rota.chunks.placement.PlacementPolicy.Order;
import dev.rota.chunks.placement.Shortage.Reason;
import dev.rota.kernel.engine.Parts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Computes the assignment from scratch. It depends only on chunks, workers and policy. */
public final class Scheduler {
  private final ChunkTable chunks;
  private final PlacementPolicy policy;
  private final Parts parts;
  private final Restrictions.Counting counting;

  /** The completed passes, the reliable workers' first. */
  private final List<Pass> passes = new ArrayList<>();

  public Scheduler(
      ChunkTable chunks, PlacementPolicy policy, Parts parts, Restrictions.Counting counting) {
    this.chunks = chunks;
    this.policy = policy;
    this.parts = parts;
    this.counting = counting;
  }

  /** Assigns all chunks on the calling thread. */
  public static Scheduled schedule(
      ChunkTable chunks, List<Worker> workers, PlacementPolicy policy) {
    return schedule(chunks, workers, policy, Parts.IN_TURN);
  }

  /** Assigns all chunks. The order of workers only breaks ties between hashes. */
  public static Scheduled schedule(
      ChunkTable chunks, List<Worker> workers, PlacementPolicy policy, Parts parts) {
    return new Scheduler(chunks, policy, parts, Restrictions.Counting.CHUNKS).schedule(workers);
  }

  /** Assigns all chunks. The order of workers only breaks ties between hashes. */
  Scheduled schedule(List<Worker> workers) {
    Shortage shortage = place(workers);
    if (shortage != null) {
      return shortage;
    }
    int[] order = reliableFirst(workers);
    int[][] lists = new int[order.length][];
    int from = 0;
    for (Pass pass : passes) {
      int[][] placed = pass.lists(from);
      for (int worker = from; worker < placed.length; worker++) {
        lists[order[worker]] = placed[worker];
      }
      from = placed.length;
    }
    Pass first = passes.get(0);
    return new Assignment(
        policy.order() == Order.SEED ? first.factors() : first.fewest(), lists, first.leftOut());
  }

  /**
   * Makes two passes unless all workers count alike (rule 6). Reliable workers get the result of a
   * pass over them alone, so they never depend on others. The others get the result of a pass over
   * all. Returns null if all mandatory copies have a place.
   */
  public Shortage place(List<Worker> workers) {
    Shortage shortage = null;
    for (List<Worker> lineup : lineups(workers, policy)) {
      shortage = shortage == null ? pass(lineup, workers.size()) : shortage;
    }
    return shortage;
  }

  /** Returns the workers of each pass. There are one or two passes. */
  public static List<List<Worker>> lineups(List<Worker> workers, PlacementPolicy policy) {
    List<Worker> all = new ArrayList<>(workers.size());
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
  public static Pass again(
      ChunkTable chunks,
      List<Worker> workers,
      SortedMap<Integer, Integer> factors,
      PlacementPolicy policy,
      Parts parts) {
    Pass pass = new Pass(chunks, workers, factors, policy.rings(), parts);
    if (pass.place(policy.order(), policy.minReplication()) != null) {
      throw new IllegalStateException("a pass that is made again has no place for its chunks");
    }
    return pass;
  }

  public List<Pass> passes() {
    return passes;
  }

  private static int[] reliableFirst(List<Worker> workers) {
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
  private Shortage pass(List<Worker> workers, int all) {
    SortedMap<Integer, Long> bytes = bytesByWeight(chunks);
    long budget = budget(workers, policy);
    Optional<SortedMap<Integer, Integer>> factors =
        Factors.of(bytes, budget, policy.minReplication(), workers.size());
    if (factors.isEmpty() || workers.isEmpty() && chunks.size() > 0) {
      return notEnough(bytes, budget, workers.size(), all - workers.size(), policy);
    }
    int[] copies = Pass.byWeight(factors.get());
    Shortage beyond = Bounds.check(planned(copies), factors.get(), workers.size(), policy.rings());
    if (beyond != null) {
      return beyond;
    }
    if (policy.order() == Order.SEED) {
      Shortage shortage =
          Restrictions.check(chunks, workers, copies, policy.saturation(), counting);
      if (shortage != null) {
        return shortage;
      }
    }
    Pass pass = new Pass(chunks, workers, factors.get(), policy.rings(), parts);
    Shortage shortage = pass.place(policy.order(), policy.minReplication());
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
      bytes.merge(chunks.weight(chunk), chunks.bytes(chunk), Factors::plus);
    }
    return bytes;
  }

  /** The two orders round differently in the last bit above 2<sup>53</sup> bytes (rule 4). */
  public static long budget(List<Worker> workers, PlacementPolicy policy) {
    long sum = 0;
    boolean even = true;
    for (Worker worker : workers) {
      sum = Factors.plus(sum, worker.capacity());
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
  public static Shortage notEnough(
      SortedMap<Integer, Long> bytes,
      long budget,
      int counting,
      int others,
      PlacementPolicy policy) {
    long total = bytes.values().stream().reduce(0L, Factors::plus);
    String unreliable =
        others == 0
            ? ""
            : "; "
                + others
                + " more workers are not ONLINE, and count only where ignoreReliability is set";
    return new Shortage(
        Reason.NOT_ENOUGH_CAPACITY,
        Shortage.ALL,
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
