package dev.rota.chunks.placement.live;

import dev.rota.chunks.placement.ChunkAssignment;
import dev.rota.chunks.placement.ChunkScheduler;
import dev.rota.chunks.placement.CopyRefusal;
import dev.rota.chunks.placement.PeerId;
import dev.rota.chunks.placement.PlacementPass;
import dev.rota.chunks.placement.PlacementPolicy;
import dev.rota.chunks.placement.PlacementWorker;
import dev.rota.chunks.placement.PlannedCopies;
import dev.rota.kernel.engine.ParallelParts;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The kept state of one pass: the place of each copy. Repairs and walks need much more, which takes
 * several times the room: rings, hashes, and the sequence of each worker. The first of them makes
 * the pass again for it.
 */
final class LivePass {
  final ChunkSlots chunks;
  final PlacementOrderKeys keys;
  final LiveCopies copies;

  /** The first unplaced copy of each chunk. */
  final WorkerSequence waiters;

  /** How the pass was made; null once it was made again. */
  private Past past;

  /**
   * The slots of each worker's copies, made for all workers at once. A list goes to the first that
   * asks for it: as a rule, each worker's snapshot is written once. Null: none are made.
   */
  private int[][] lists;

  private LiveRings rings;
  private RingArcs arcs;

  /** By worker number; null for a worker that left. */
  private WorkerSequence[] sequences;

  private PlacementWorker[] workers;
  private final Map<PeerId, Integer> numbers = new HashMap<>();
  private final BitSet taken = new BitSet();
  private SortedMap<Integer, Integer> factors;
  private long held;

  /**
   * How a pass was made.
   *
   * @param held copies, by worker number
   * @param bytes of these copies
   */
  private record Past(
      PlacementPolicy policy, ParallelParts parts, boolean tied, int[] held, long[] bytes) {}

  /** Takes over the result of a pass. */
  LivePass(
      ChunkSlots chunks,
      int[] inOrder,
      PlacementPass pass,
      PlacementPolicy policy,
      ParallelParts parts) {
    this.chunks = chunks;
    keys = new PlacementOrderKeys(chunks, policy);
    copies = new LiveCopies(pass, inOrder, chunks.limit(), policy.rings());
    waiters = new WorkerSequence(keys);
    workers = pass.workers().toArray(PlacementWorker[]::new);
    factors = pass.factors();
    past =
        new Past(
            policy, parts, pass.rings().tied(), new int[workers.length], new long[workers.length]);
    for (int number = 0; number < workers.length; number++) {
      numbers.put(workers[number].id(), number);
      taken.set(number);
      past.held[number] = pass.held(number);
      past.bytes[number] = workers[number].capacity() - pass.free(number);
      held += pass.held(number);
    }
    await(inOrder, pass);
  }

  /** Notes the first unplaced copy of each chunk. They had their turns round by round. */
  private void await(int[] inOrder, PlacementPass pass) {
    SortedMap<Integer, BitSet> rounds = new TreeMap<>();
    int[] turns = pass.turns();
    for (int turn = 0; turn < turns.length; turn++) {
      int placed = pass.copies().planned(turns[turn]);
      while (placed > 0 && pass.place(turns[turn], placed - 1) == PlannedCopies.NOWHERE) {
        placed--;
      }
      if (placed < pass.copies().planned(turns[turn])) {
        rounds.computeIfAbsent(placed, _ -> new BitSet()).set(turn);
      }
    }
    rounds.forEach(
        (tag, open) ->
            open.stream()
                .map(turn -> inOrder[turns[turn]])
                .forEach(slot -> waiters.append(slot, tag, WorkerSequence.REJECT)));
  }

  /** Makes what repairs and walks need. Call it before chunks or workers change. */
  void open() {
    if (past == null) {
      return;
    }
    int[] inOrder = chunks.inOrder();
    PlacementPass again =
        ChunkScheduler.again(
            chunks.table(inOrder), List.of(workers), factors, past.policy, past.parts);
    copies.hash(again.copies().hashes(past.parts));
    rings = new LiveRings(again.rings());
    arcs = new RingArcs(copies, inOrder, past.policy.rings(), past.parts);
    WalkRetrace retrace = new WalkRetrace(again, inOrder, this);
    retrace.run(past.policy);
    sequences = retrace.lanes(keys, past.parts);
    past = null;
    lists = null;
  }

  /** Returns a worker's number, or -1. */
  int number(PeerId id) {
    return numbers.getOrDefault(id, -1);
  }

  PlacementWorker worker(int number) {
    return workers[number];
  }

  /** True if the worker is in the pass. */
  boolean has(int number) {
    return workers[number] != null && number(workers[number].id()) == number;
  }

  /** Returns null if the worker left. */
  WorkerSequence lane(int number) {
    open();
    return sequences[number];
  }

  RingArcs arcs() {
    open();
    return arcs;
  }

  LiveRings rings() {
    open();
    return rings;
  }

  /** Returns the number of workers in the pass. */
  int count() {
    return past == null ? rings.count() : workers.length;
  }

  /** True if two workers have the same hash on a ring. They keep the order of the input list. */
  boolean tied() {
    return past == null ? rings.tied() : past.tied;
  }

  /** Returns the number of copies that a worker holds. */
  int held(int number) {
    return past == null ? sequences[number].held() : past.held[number];
  }

  /** Returns the bytes of the copies that a worker holds. */
  long bytes(int number) {
    return past == null ? sequences[number].bytes() : past.bytes[number];
  }

  /** Returns the slots of a worker's copies, in no order. */
  int[] slots(int number) {
    if (past == null) {
      return sequences[number].slots();
    }
    if (lists == null || lists[number] == null) {
      lists = slots();
    }
    int[] list = lists[number];
    lists[number] = null;
    return list;
  }

  /** Returns the ascending slots of each worker's copies, by worker number. */
  int[][] slots() {
    int[][] slots = new int[workers.length][];
    for (int number = 0; number < slots.length; number++) {
      slots[number] = new int[has(number) ? held(number) : 0];
    }
    int[] counts = new int[slots.length];
    for (int slot = 0; slot < chunks.limit(); slot++) {
      for (int tag = 0; tag < copies.planned(slot); tag++) {
        int number = copies.place(slot, tag);
        if (number != PlannedCopies.NOWHERE) {
          slots[number][counts[number]++] = slot;
        }
      }
    }
    return slots;
  }

  /**
   * What a worker makes of a copy at its turn (rule 5): {@link WorkerSequence#HELD} if it takes it,
   * else the kind of its refusal.
   */
  int offer(int number, int slot, int tag, long key) {
    PlacementWorker is = workers[number];
    if (!chunks.allows(slot, is)) {
      return WorkerSequence.BARRED;
    }
    if (copies.holds(slot, tag, number)) {
      return WorkerSequence.SKIP;
    }
    boolean fits = lane(number).fits(key, chunks.bytes(slot), is.capacity());
    return fits ? WorkerSequence.HELD : WorkerSequence.REJECT;
  }

  /** Returns why a worker does not take a copy at its turn, or null (rules 5 and 6). */
  CopyRefusal refusal(PlacementWorker worker, int slot, int tag, long key) {
    int number = number(worker.id());
    if (number < 0) {
      return new CopyRefusal.NotReliable();
    }
    return switch (offer(number, slot, tag, key)) {
      case WorkerSequence.HELD -> null;
      case WorkerSequence.SKIP -> new CopyRefusal.HoldsAnother(copies.heldTag(slot, tag, number));
      case WorkerSequence.BARRED ->
          new CopyRefusal.OldVersion(worker.version(), chunks.leastVersion(slot));
      default ->
          new CopyRefusal.NoRoom(lane(number).load(key), worker.capacity(), chunks.bytes(slot));
    };
  }

  int lanes() {
    return workers.length;
  }

  SortedMap<Integer, Integer> factors() {
    return factors;
  }

  void factors(SortedMap<Integer, Integer> now) {
    factors = now;
  }

  /** Adds a worker and returns its number. */
  int join(PlacementWorker worker) {
    int number = taken.nextClearBit(0);
    taken.set(number);
    if (number == sequences.length) {
      sequences = Arrays.copyOf(sequences, number + 1);
      workers = Arrays.copyOf(workers, number + 1);
    }
    sequences[number] = new WorkerSequence(keys);
    workers[number] = worker;
    numbers.put(worker.id(), number);
    rings.insert(number, worker);
    return number;
  }

  /** Removes a worker. Its number is not reused before {@link #release}. */
  void leave(int number) {
    numbers.remove(workers[number].id());
    sequences[number] = null;
    rings.remove(number);
  }

  void change(int number, PlacementWorker is) {
    workers[number] = is;
  }

  /** Allows the numbers of workers that left to be reused. */
  void release() {
    for (int number = 0; number < sequences.length; number++) {
      if (sequences[number] == null) {
        taken.clear(number);
        workers[number] = null;
      }
    }
  }

  long held() {
    return held;
  }

  void count(int more) {
    held += more;
  }

  /** Returns the number of copies that unreliable workers hold. */
  long heldUnreliable() {
    long copies = 0;
    for (int number = 0; number < workers.length; number++) {
      if (has(number) && !workers[number].reliable()) {
        copies += held(number);
      }
    }
    return copies;
  }

  /** See {@link ChunkAssignment#replication}. */
  SortedMap<Integer, Integer> replication() {
    SortedMap<Integer, Integer> fewest = new TreeMap<>(factors);
    waiters.each((slot, tag, _) -> fewest.merge(chunks.weight(slot), tag, Math::min));
    return fewest;
  }

  /** See {@link ChunkAssignment#leftOut}. */
  long leftOut() {
    long[] count = {0};
    waiters.each((slot, tag, _) -> count[0] += copies.planned(slot) - tag);
    return count[0];
  }
}
