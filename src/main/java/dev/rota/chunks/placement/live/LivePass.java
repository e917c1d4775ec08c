package dev.rota.chunks.placement.live;

import dev.rota.chunks.placement.Assignment;
import dev.rota.chunks.placement.Pass;
import dev.rota.chunks.placement.PeerId;
import dev.rota.chunks.placement.PlacementPolicy;
import dev.rota.chunks.placement.Worker;
import dev.rota.engine.Parts;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The kept state of one pass: the place of each copy and the sequence of each worker. */
final class LivePass {
  final Slots chunks;
  final Keys keys;
  final LiveCopies copies;
  final LiveRings rings;
  final Arcs arcs;

  /** The first unplaced copy of each chunk. */
  final WorkerSequence waiters;

  /** By worker number; null for a worker that left. */
  private WorkerSequence[] sequences;

  private Worker[] workers;
  private final Map<PeerId, Integer> numbers = new HashMap<>();
  private final BitSet taken = new BitSet();
  private SortedMap<Integer, Integer> factors;
  private long held;

  /** Takes over the result of a pass. */
  LivePass(Slots chunks, int[] inOrder, Pass pass, PlacementPolicy policy, Parts parts) {
    this.chunks = chunks;
    keys = new Keys(chunks, policy);
    copies = new LiveCopies(pass.copies(), inOrder, chunks.limit(), policy.rings());
    rings = new LiveRings(pass.rings());
    arcs = new Arcs(copies, inOrder, policy.rings(), parts);
    waiters = new WorkerSequence(keys);
    workers = pass.workers().toArray(Worker[]::new);
    for (int number = 0; number < workers.length; number++) {
      numbers.put(workers[number].id(), number);
      taken.set(number);
    }
    factors = pass.factors();
    Retrace retrace = new Retrace(pass, inOrder, this);
    held = retrace.run(policy);
    sequences = retrace.lanes(keys, parts);
  }

  /** Returns a worker's number, or -1. */
  int number(PeerId id) {
    return numbers.getOrDefault(id, -1);
  }

  Worker worker(int number) {
    return workers[number];
  }

  /** Returns null if the worker left. */
  WorkerSequence lane(int number) {
    return sequences[number];
  }

  /**
   * What a worker makes of a copy at its turn (rule 5): {@link WorkerSequence#HELD} if it takes it,
   * else the kind of its refusal.
   */
  int offer(int number, int slot, int tag, long key) {
    Worker is = workers[number];
    if (!chunks.allows(slot, is)) {
      return WorkerSequence.BARRED;
    }
    if (copies.holds(slot, tag, number)) {
      return WorkerSequence.SKIP;
    }
    boolean fits = sequences[number].fits(key, chunks.bytes(slot), is.capacity());
    return fits ? WorkerSequence.HELD : WorkerSequence.REJECT;
  }

  int lanes() {
    return sequences.length;
  }

  SortedMap<Integer, Integer> factors() {
    return factors;
  }

  void factors(SortedMap<Integer, Integer> now) {
    factors = now;
  }

  /** Adds a worker and returns its number. */
  int join(Worker worker) {
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

  void change(int number, Worker is) {
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
    for (int number = 0; number < sequences.length; number++) {
      if (sequences[number] != null && !workers[number].reliable()) {
        copies += sequences[number].held();
      }
    }
    return copies;
  }

  /** See {@link Assignment#replication}. */
  SortedMap<Integer, Integer> replication() {
    SortedMap<Integer, Integer> fewest = new TreeMap<>(factors);
    waiters.each((slot, tag, kind) -> fewest.merge(chunks.weight(slot), tag, Math::min));
    return fewest;
  }

  /** See {@link Assignment#leftOut}. */
  long leftOut() {
    long[] count = {0};
    waiters.each((slot, tag, kind) -> count[0] += copies.planned(slot) - tag);
    return count[0];
  }
}
