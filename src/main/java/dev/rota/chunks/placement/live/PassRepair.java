package dev.rota.chunks.placement.live;

import dev.rota.chunks.placement.PlacementShortage;
import dev.rota.chunks.placement.PlacementShortage.Reason;
import dev.rota.chunks.placement.PlacementWorker;
import dev.rota.chunks.placement.PlannedCopies;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Lets copies of a pass walk again, in the order of their turns, until each is where a pass from
 * scratch puts it. The text of this package says why it is.
 */
final class PassRepair {
  private static final int NOWHERE = PlannedCopies.NOWHERE;

  private final LivePass pass;
  private final ChunkSlots chunks;
  private final LiveCopies copies;
  private final RepairWorklist worklist = new RepairWorklist();
  private final MoveLog log = new MoveLog();

  /** Copies to walk, as slot and tag: keys may still change while chunks are added. */
  private long[] seeds = new long[64];

  private int seeded;

  /** Workers whose sequences changed since the last {@link #watch}. */
  private final BitSet touched = new BitSet();

  /** By worker, its key in the worklist. */
  private long[] pending;

  /** The result of {@link #violation}. */
  private int foundSlot;

  private int foundTag;

  /** The workers that passed the current copy on, and their reasons. */
  private int[] passed = new int[16];

  private int[] kinds = new int[16];
  private int passes;

  /** The key of the last copy that walked: the worklist may hold it more than once. */
  private long settled = -1;

  private PlacementShortage shortage;

  PassRepair(LivePass pass) {
    this.pass = pass;
    chunks = pass.chunks;
    copies = pass.copies;
  }

  /** Makes a copy walk. */
  void seed(int slot, int tag) {
    if (seeded == seeds.length) {
      seeds = Arrays.copyOf(seeds, 2 * seeded);
    }
    seeds[seeded++] = (long) slot << Character.SIZE | tag;
  }

  /** Marks a worker whose room or sequence changed. */
  void touch(int worker) {
    touched.set(worker);
  }

  /** Works until nothing is left. Returns null if all mandatory copies have a place. */
  PlacementShortage drain() {
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

  /** Returns the moves, complete after {@link #drain}. */
  MoveLog log() {
    return log;
  }

  private void look(int worker, long key) {
    if (pending[worker] != key) {
      return;
    }
    if (violation(worker, key) == key) {
      settle(foundSlot, foundTag, key);
      // Without this, the worker's next violation would never be seen.
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

  /** Returns the first key, from {@code from} on, with too much held or room for more. */
  private long violation(int worker, long from) {
    WorkerSequence sequence = pass.lane(worker);
    PlacementWorker is = pass.worker(worker);
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

  /** Makes a copy walk. All copies with earlier turns are final. */
  private void settle(int slot, int tag, long key) {
    settled = key;
    if (tag > 0 && copies.place(slot, tag - 1) == NOWHERE) {
      return;
    }
    int was = copies.place(slot, tag);
    int ring = copies.ring(slot, tag);
    int rank = pass.rings().rank(ring, copies.hash(slot, tag));
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
    LiveRings rings = pass.rings();
    passes = 0;
    for (int steps = 0; steps < rings.count(); steps++) {
      int worker = rings.worker(ring, rank, steps);
      int kind = pass.offer(worker, slot, tag, key);
      if (kind == WorkerSequence.HELD) {
        return worker;
      }
      if (kind != WorkerSequence.BARRED) {
        pass(worker, kind);
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

  /** Queues later copies of the chunk whose walks reach the old or the new worker. */
  private void walkLater(int slot, int tag, int was, int is) {
    boolean left = was == NOWHERE || pass.lane(was) == null;
    for (int later = tag + 1; later < copies.planned(slot); later++) {
      int place = copies.place(slot, later);
      if (place == NOWHERE) {
        return;
      }
      int ring = copies.ring(slot, later);
      long hash = copies.hash(slot, later);
      if (pass.rings().passes(ring, hash, place, is)
          || !left && pass.rings().passes(ring, hash, place, was)) {
        worklist.copy(pass.keys.key(slot, later), slot, later);
      }
    }
  }

  /** Removes a copy from its worker or from the waiters. */
  void vacate(int slot, int tag) {
    int was = copies.place(slot, tag);
    if (was == NOWHERE) {
      pass.waiters.remove(slot, tag);
      return;
    }
    int ring = copies.ring(slot, tag);
    forget(slot, tag, was, ring, pass.rings().rank(ring, copies.hash(slot, tag)));
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

  /** Removes a copy from the sequences of the workers that passed it on. */
  private void forget(int slot, int tag, int place, int ring, int rank) {
    LiveRings rings = pass.rings();
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

  private PlacementShortage shortage(int slot, int tag) {
    return PlacementShortage.nowhere(
        pass.keys.byChunk() ? Reason.NO_WORKER_FOR_CHUNK : Reason.NOT_ENOUGH_CAPACITY,
        chunks.position(slot),
        chunks.chunk(slot),
        tag,
        pass.count());
  }
}
