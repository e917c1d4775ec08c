package dev.rota.chunks.placement.live;

import dev.rota.chunks.placement.Copies;
import dev.rota.chunks.placement.Shortage;
import dev.rota.chunks.placement.Shortage.Reason;
import dev.rota.chunks.placement.Worker;
import java.util.Arrays;
import java.util.BitSet;

/**
 * One demand's changes to a pass, and all that follows from them.
 *
 * <p>A copy's place depends on copies that have their turns before it only. So what a change
 * touches is looked at in the order of turns: a copy walks again if it is new or its walk may end
 * elsewhere, and a worker whose lane changed names the first copy that it holds and has no room
 * for, or that it could hold after all. When nothing is left, every decision is the one that a pass
 * from scratch makes.
 */
final class Repair {
  private static final int NOWHERE = Copies.NOWHERE;

  private final LivePass pass;
  private final Slots chunks;
  private final LiveCopies copies;
  private final Worklist worklist = new Worklist();
  private final MoveLog log = new MoveLog();

  /** Copies to look at, slot and tag: keys may still change while chunks come. */
  private long[] seeds = new long[64];

  private int seeded;

  /** Workers whose lanes changed since {@link #watch} last looked at them. */
  private final BitSet touched = new BitSet();

  /** By worker, the key at which it waits in the worklist. */
  private long[] pending;

  /** What {@link #violation} found. */
  private int foundSlot;

  private int foundTag;

  /** The workers that the last walk passed, and how. */
  private int[] passed = new int[16];

  private int[] kinds = new int[16];
  private int passes;

  /** The key of the last copy that walked: it may be in the worklist more than once. */
  private long settled = -1;

  private Shortage shortage;

  Repair(LivePass pass) {
    this.pass = pass;
    chunks = pass.chunks;
    copies = pass.copies;
  }

  /** A copy has to walk. */
  void seed(int slot, int tag) {
    if (seeded == seeds.length) {
      seeds = Arrays.copyOf(seeds, 2 * seeded);
    }
    seeds[seeded++] = (long) slot << Character.SIZE | tag;
  }

  /** A worker may hold what it has no room for, or could hold more. */
  void touch(int worker) {
    touched.set(worker);
  }

  /** Looks at all that is to be looked at; null: all that has to be placed is. */
  Shortage drain() {
    pending = new long[pass.lanes()];
    for (int i = 0; i < seeded; i++) {
      int slot = (int) (seeds[i] >>> Character.SIZE);
      int tag = (int) (seeds[i] & Character.MAX_VALUE);
      if (tag < copies.planned(slot)) {
        worklist.copy(pass.keys.key(slot, tag), slot, tag);
      }
    }
    watchTouched(0);
    while (!worklist.isEmpty() && shortage == null) {
      long key = worklist.key();
      int worker = worklist.worker();
      int slot = worklist.slot();
      int tag = worklist.tag();
      worklist.pop();
      if (worker >= 0) {
        look(worker, key);
      } else if (key != settled) {
        settle(slot, tag, key);
      }
    }
    if (shortage == null) {
      pass.release();
    }
    return shortage;
  }

  /** What moved, once all is placed. */
  MoveLog log() {
    return log;
  }

  private void look(int worker, long key) {
    if (pending[worker] != key) {
      return;
    }
    if (violation(worker, key) == key) {
      settle(foundSlot, foundTag, key);
      // Without this, what the worker's next copy is in for would never be looked at.
      watch(worker, key + 1);
    } else {
      watch(worker, key);
    }
  }

  private void watchTouched(long from) {
    for (int worker = touched.nextSetBit(0); worker >= 0; worker = touched.nextSetBit(worker + 1)) {
      if (pass.lane(worker) != null) {
        watch(worker, from);
      }
    }
    touched.clear();
  }

  private void watch(int worker, long from) {
    pending[worker] = violation(worker, from);
    if (pending[worker] != WorkerSequence.NONE) {
      worklist.worker(pending[worker], worker);
    }
  }

  /** The key, from one on, at which a worker holds too much, or could hold more. */
  private long violation(int worker, long from) {
    WorkerSequence sequence = pass.lane(worker);
    Worker is = pass.worker(worker);
    long own = sequence.violation(is.capacity(), from);
    long waiting =
        pass.waiters.fitting(
            sequence,
            is.capacity(),
            from,
            (slot, tag) -> chunks.allows(slot, is) && !copies.holds(slot, tag, worker));
    WorkerSequence found = own < waiting ? sequence : pass.waiters;
    foundSlot = found.foundSlot();
    foundTag = found.foundTag();
    return Math.min(own, waiting);
  }

  /** A copy walks, and all that is before it is as it will stay. */
  private void settle(int slot, int tag, long key) {
    settled = key;
    if (tag > 0 && copies.place(slot, tag - 1) == NOWHERE) {
      return;
    }
    int was = copies.place(slot, tag);
    int ring = copies.ring(slot, tag);
    int rank = pass.rings.rank(ring, copies.hash(slot, tag));
    int is = walk(slot, tag, key, ring, rank);
    if (is == NOWHERE && pass.keys.isFloor(tag)) {
      shortage = shortage(slot, tag);
      return;
    }
    if (was == NOWHERE) {
      pass.waiters.remove(slot, tag);
    } else {
      forget(slot, tag, was, ring, rank);
    }
    if (was != is && was != NOWHERE) {
      take(slot, tag, was);
    }
    if (is == NOWHERE) {
      pass.waiters.add(slot, tag, WorkerSequence.REJECT);
    } else {
      for (int i = 0; i < passes; i++) {
        pass.lane(passed[i]).add(slot, tag, kinds[i]);
      }
    }
    if (was != is) {
      move(slot, tag, was, is);
      watchTouched(key + 1);
    }
  }

  /** Walks the ring to the first worker that takes the copy. */
  private int walk(int slot, int tag, long key, int ring, int rank) {
    LiveRings rings = pass.rings;
    long bytes = chunks.bytes(slot);
    passes = 0;
    for (int steps = 0; steps < rings.count(); steps++) {
      int worker = rings.worker(ring, rank, steps);
      Worker is = pass.worker(worker);
      if (chunks.allows(slot, is)) {
        boolean holds = copies.holds(slot, tag, worker);
        if (!holds && pass.lane(worker).fits(key, bytes, is.capacity())) {
          return worker;
        }
        pass(worker, holds ? WorkerSequence.SKIP : WorkerSequence.REJECT);
      }
    }
    return NOWHERE;
  }

  private void pass(int worker, int kind) {
    if (passes == passed.length) {
      passed = Arrays.copyOf(passed, 2 * passes);
      kinds = Arrays.copyOf(kinds, 2 * passes);
    }
    passed[passes] = worker;
    kinds[passes++] = kind;
  }

  private void move(int slot, int tag, int was, int is) {
    copies.place(slot, tag, is);
    if (is == NOWHERE) {
      for (int later = tag + 1; later < copies.planned(slot); later++) {
        vacate(slot, later);
      }
      return;
    }
    pass.lane(is).add(slot, tag, WorkerSequence.HELD);
    touched.set(is);
    log.added(is, slot);
    pass.count(1);
    if (was == NOWHERE && tag + 1 < copies.planned(slot)) {
      worklist.copy(pass.keys.key(slot, tag + 1), slot, tag + 1);
    }
    walkLater(slot, tag, was, is);
  }

  /** Later copies of the chunk find the one worker free of it, and the other not. */
  private void walkLater(int slot, int tag, int was, int is) {
    boolean left = was == NOWHERE || pass.lane(was) == null;
    for (int later = tag + 1; later < copies.planned(slot); later++) {
      int place = copies.place(slot, later);
      if (place == NOWHERE) {
        return;
      }
      int ring = copies.ring(slot, later);
      long hash = copies.hash(slot, later);
      if (pass.rings.passes(ring, hash, place, is)
          || !left && pass.rings.passes(ring, hash, place, was)) {
        worklist.copy(pass.keys.key(slot, later), slot, later);
      }
    }
  }

  /** A copy is no longer placed, nor does it wait. */
  void vacate(int slot, int tag) {
    int was = copies.place(slot, tag);
    if (was == NOWHERE) {
      pass.waiters.remove(slot, tag);
      return;
    }
    int ring = copies.ring(slot, tag);
    forget(slot, tag, was, ring, pass.rings.rank(ring, copies.hash(slot, tag)));
    copies.place(slot, tag, NOWHERE);
    take(slot, tag, was);
  }

  private void take(int slot, int tag, int was) {
    log.removed(was, slot);
    pass.count(-1);
    if (pass.lane(was) != null) {
      pass.lane(was).remove(slot, tag);
      touched.set(was);
    }
  }

  /** Those that passed a copy on to its place know nothing of it any more. */
  private void forget(int slot, int tag, int place, int ring, int rank) {
    LiveRings rings = pass.rings;
    long hash = copies.hash(slot, tag);
    long end = rings.hash(ring, place) - hash;
    for (int steps = 0; steps < rings.count(); steps++) {
      int worker = rings.worker(ring, rank, steps);
      if (worker == place || Long.compareUnsigned(rings.hash(ring, worker) - hash, end) >= 0) {
        return;
      }
      pass.lane(worker).remove(slot, tag);
    }
  }

  private Shortage shortage(int slot, int tag) {
    return Shortage.nowhere(
        pass.keys.byChunk() ? Reason.NO_WORKER_FOR_CHUNK : Reason.NOT_ENOUGH_CAPACITY,
        chunks.position(slot),
        chunks.chunk(slot),
        tag,
        pass.rings.count());
  }
}
