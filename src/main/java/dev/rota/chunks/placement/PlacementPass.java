package dev.rota.chunks.placement;

import dev.rota.chunks.placement.PlacementPolicy.Order;
import dev.rota.chunks.placement.PlacementShortage.Reason;
import dev.rota.kernel.engine.ParallelParts;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One pass over a list of workers (rule 5). Each copy walks from its home along its ring. It goes
 * to the first worker that satisfies its version, has room and holds no other copy of its chunk.
 */
public final class PlacementPass {
  private final ChunkTable chunks;
  private final List<PlacementWorker> workers;
  private final SortedMap<Integer, Integer> factors;
  private final PlannedCopies copies;
  private final HashRings rings;

  /** Each copy's home. After placing, the worker in it is the one that holds the copy. */
  private final int[] places;

  /** The copies that are not placed at home. */
  private final BitSet passedOn = new BitSet();

  /** The number of placed copies per chunk: always those with the lowest tags. */
  private final int[] placed;

  private final PlannedCopies.Holders holders = new PlannedCopies.Holders();
  private final long[] free;
  private final int[] held;

  /**
   * An upper bound of the free bytes of any worker. Free bytes only shrink, so it is never too low.
   */
  private long roomiest = Long.MAX_VALUE;

  /** By restriction, the workers that satisfy it. */
  private final boolean[][] eligible;

  /** The chunks in the order of their turns, restricted ones first. */
  private final int[] turns;

  private final int restricted;

  /**
   * Plans all copies.
   *
   * @param factors the number of copies, by weight
   */
  PlacementPass(
      ChunkTable chunks,
      List<PlacementWorker> workers,
      SortedMap<Integer, Integer> factors,
      int ringCount,
      ParallelParts parts) {
    this.chunks = chunks;
    this.workers = workers;
    this.factors = factors;
    copies = new PlannedCopies(chunks, byWeight(factors), ringCount, parts);
    rings = new HashRings(workers, ringCount);
    places = RingSearch.of(copies, rings, parts);
    placed = new int[chunks.size()];
    free = workers.stream().mapToLong(PlacementWorker::capacity).toArray();
    held = new int[workers.size()];
    eligible = eligible(chunks.versions(), workers);
    turns = new int[chunks.size()];
    restricted = sortTurns();
  }

  /** Returns the factors as an array indexed by weight, up to the largest that there is. */
  static int[] byWeight(SortedMap<Integer, Integer> factors) {
    int[] copies = new int[factors.isEmpty() ? 0 : factors.lastKey() + 1];
    factors.forEach((weight, factor) -> copies[weight] = factor);
    return copies;
  }

  private static boolean[][] eligible(
      List<SoftwareVersion> versions, List<PlacementWorker> workers) {
    boolean[][] eligible = new boolean[versions.size() + 1][workers.size()];
    Arrays.fill(eligible[0], true);
    for (int i = 1; i < eligible.length; i++) {
      for (int worker = 0; worker < workers.size(); worker++) {
        eligible[i][worker] = workers.get(worker).satisfies(versions.get(i - 1));
      }
    }
    return eligible;
  }

  private int sortTurns() {
    int at = 0;
    for (int chunk = 0; chunk < turns.length; chunk++) {
      if (chunks.restriction(chunk) != 0) {
        turns[at++] = chunk;
      }
    }
    int count = at;
    for (int chunk = 0; chunk < turns.length; chunk++) {
      if (chunks.restriction(chunk) == 0) {
        turns[at++] = chunk;
      }
    }
    return count;
  }

  /** Places all copies. Returns null if all mandatory copies have a place. */
  public PlacementShortage place(Order order, int minReplication) {
    return order == Order.SEED ? chunkByChunk() : roundByRound(minReplication);
  }

  private PlacementShortage chunkByChunk() {
    for (int chunk : turns) {
      int planned = copies.planned(chunk);
      for (int tag = 0; tag < planned; tag++) {
        if (!put(chunk, tag)) {
          return nowhere(Reason.NO_WORKER_FOR_CHUNK, chunk, tag);
        }
      }
      if (PlannedCopies.Holders.areFor(planned)) {
        holders.forget(chunk);
      }
    }
    return null;
  }

  private PlacementShortage roundByRound(int floor) {
    PlacementShortage shortage = floors(0, restricted, floor);
    if (shortage == null) {
      shortage = floors(restricted, turns.length, floor);
    }
    if (shortage == null) {
      addRounds(floor);
    }
    return shortage;
  }

  private PlacementShortage floors(int from, int to, int floor) {
    for (int tag = 0; tag < floor; tag++) {
      for (int i = from; i < to; i++) {
        if (tag >= copies.planned(turns[i])) {
          return PlacementShortage.fewWorkers(turns[i], chunks.chunk(turns[i]), floor, free.length);
        }
        if (!put(turns[i], tag)) {
          return nowhere(Reason.NOT_ENOUGH_CAPACITY, turns[i], tag);
        }
      }
    }
    return null;
  }

  /** A chunk that finds no place takes no part in later rounds. */
  private void addRounds(int floor) {
    int[] active = turns.clone();
    int count = active.length;
    for (int tag = floor; count > 0; tag++) {
      int kept = 0;
      for (int i = 0; i < count; i++) {
        int chunk = active[i];
        if (tag < copies.planned(chunk) && put(chunk, tag)) {
          active[kept++] = chunk;
        }
      }
      count = kept;
    }
  }

  private PlacementShortage nowhere(Reason reason, int chunk, int tag) {
    return PlacementShortage.nowhere(reason, chunk, chunks.chunk(chunk), tag, free.length);
  }

  /** Places one copy. The chunk's lower tags are already placed. */
  private boolean put(int chunk, int tag) {
    int copy = copies.first(chunk) + tag;
    long bytes = chunks.bytes(chunk);
    if (bytes > roomiest) {
      return false;
    }
    boolean[] may = eligible[chunks.restriction(chunk)];
    int home = RingSearch.worker(places[copy]);
    if (bytes <= free[home] && may[home] && !holds(chunk, tag, home)) {
      take(chunk, home, bytes);
      return true;
    }
    int ring = copies.ring(copy);
    int rank = RingSearch.rank(places[copy]);
    for (int steps = 1; steps < free.length; steps++) {
      int worker = rings.worker(ring, rank, steps);
      if (bytes <= free[worker] && may[worker] && !holds(chunk, tag, worker)) {
        places[copy] = RingSearch.home(rank, worker);
        passedOn.set(copy);
        take(chunk, worker, bytes);
        return true;
      }
    }
    // Without this, each of a million chunks may walk past all workers of a full network.
    roomiest = Arrays.stream(free).max().orElse(0);
    return false;
  }

  /** True if a worker holds one of the copies with lower tags. */
  private boolean holds(int chunk, int tag, int worker) {
    if (PlannedCopies.Holders.areFor(copies.planned(chunk))) {
      return holders.has(chunk, worker);
    }
    int first = copies.first(chunk);
    for (int i = first; i < first + tag; i++) {
      if (RingSearch.worker(places[i]) == worker) {
        return true;
      }
    }
    return false;
  }

  private void take(int chunk, int worker, long bytes) {
    free[worker] -= bytes;
    held[worker]++;
    placed[chunk]++;
    if (PlannedCopies.Holders.areFor(copies.planned(chunk))) {
      holders.add(chunk, copies.planned(chunk), worker);
    }
  }

  /** Returns how many holders of chunks with many copies were looked at. */
  long looks() {
    return holders.looks();
  }

  /** Returns the chunks of each worker from {@code from} on, ascending. */
  int[][] lists(int from) {
    int[][] lists = new int[free.length][];
    for (int worker = from; worker < lists.length; worker++) {
      lists[worker] = new int[held[worker]];
    }
    int[] filled = new int[free.length];
    for (int chunk = 0; chunk < placed.length; chunk++) {
      int first = copies.first(chunk);
      for (int copy = first; copy < first + placed[chunk]; copy++) {
        int worker = RingSearch.worker(places[copy]);
        if (worker >= from) {
          lists[worker][filled[worker]++] = chunk;
        }
      }
    }
    return lists;
  }

  /** Returns the number of planned copies without a place. */
  long leftOut() {
    return copies.count() - Arrays.stream(placed).asLongStream().sum();
  }

  /** Returns the minimum number of placed copies of a chunk, by weight. */
  SortedMap<Integer, Integer> fewest() {
    SortedMap<Integer, Integer> fewest = new TreeMap<>();
    int[] least = byWeight(factors);
    Arrays.fill(least, Integer.MAX_VALUE);
    for (int chunk = 0; chunk < placed.length; chunk++) {
      int weight = chunks.weight(chunk);
      least[weight] = Math.min(least[weight], placed[chunk]);
    }
    for (int weight = 0; weight < least.length; weight++) {
      if (least[weight] < Integer.MAX_VALUE) {
        fewest.put(weight, least[weight]);
      }
    }
    return fewest;
  }

  public List<PlacementWorker> workers() {
    return workers;
  }

  public SortedMap<Integer, Integer> factors() {
    return factors;
  }

  public PlannedCopies copies() {
    return copies;
  }

  public HashRings rings() {
    return rings;
  }

  /** Returns the number of copies that a worker holds. */
  public int held(int worker) {
    return held[worker];
  }

  /** Returns the bytes that a worker has left. */
  public long free(int worker) {
    return free[worker];
  }

  public int[] turns() {
    return turns;
  }

  /** Returns the number of restricted chunks. Their turns come first. */
  public int restricted() {
    return restricted;
  }

  /** Returns the worker that holds a copy, or {@link PlannedCopies#NOWHERE}. */
  public int place(int chunk, int tag) {
    return tag < placed[chunk]
        ? RingSearch.worker(places[copies.first(chunk) + tag])
        : PlannedCopies.NOWHERE;
  }

  /** True if the copy is not at home: earlier workers on its ring passed it on. */
  public boolean isPassedOn(int chunk, int tag) {
    return passedOn.get(copies.first(chunk) + tag);
  }

  public int ring(int chunk, int tag) {
    return copies.ring(copies.first(chunk) + tag);
  }

  /** Returns the rank at which a copy's walk starts. */
  public int rank(int chunk, int tag) {
    return RingSearch.rank(places[copies.first(chunk) + tag]);
  }
}
