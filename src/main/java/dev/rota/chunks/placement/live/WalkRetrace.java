package dev.rota.chunks.placement.live;

import dev.rota.chunks.placement.PlacementPass;
import dev.rota.chunks.placement.PlacementPolicy;
import dev.rota.chunks.placement.PlacementPolicy.Order;
import dev.rota.chunks.placement.PlannedCopies;
import dev.rota.kernel.engine.ParallelParts;
import java.util.Arrays;

/**
 * Repeats the walk of each placed copy, in the order of their turns, to record the workers that
 * passed it on. A pass does not keep them.
 */
final class WalkRetrace {
  /** Sequences per part of the work. */
  private static final int LANES = 32;

  private final PlacementPass pass;
  private final int[] slots;
  private final LivePass live;

  /** By worker number, the offered copies: slots with kinds, and tags. */
  private final int[][] offers;

  private final char[][] tags;
  private final int[] counts;
  private final PlannedCopies.Holders holders = new PlannedCopies.Holders();

  /**
   * Retraces a pass.
   *
   * @param slots of the chunks, in order
   * @param live its result, of which no sequence is known yet
   */
  WalkRetrace(PlacementPass pass, int[] slots, LivePass live) {
    this.pass = pass;
    this.slots = slots;
    this.live = live;
    int workers = pass.workers().size();
    int few = pass.copies().count() / Math.max(1, workers) + 16;
    offers = new int[workers][few + few / 8];
    tags = new char[workers][few + few / 8];
    counts = new int[workers];
  }

  /** Offers each placed copy to the workers on its way. */
  void run(PlacementPolicy policy) {
    int[] turns = pass.turns();
    if (policy.order() == Order.SEED) {
      for (int chunk : turns) {
        for (int tag = 0; tag < pass.copies().planned(chunk); tag++) {
          take(chunk, tag);
        }
      }
    } else {
      int floor = policy.minReplication();
      floors(Arrays.copyOf(turns, pass.restricted()), floor);
      floors(Arrays.copyOfRange(turns, pass.restricted(), turns.length), floor);
      rounds(turns, floor);
    }
  }

  WorkerSequence[] lanes(PlacementOrderKeys keys, ParallelParts parts) {
    WorkerSequence[] sequences = new WorkerSequence[offers.length];
    parts.ranges(
        sequences.length,
        LANES,
        (from, to) -> {
          for (int number = from; number < to; number++) {
            sequences[number] =
                WorkerSequence.of(keys, offers[number], tags[number], counts[number]);
          }
        });
    return sequences;
  }

  private void floors(int[] turns, int floor) {
    for (int tag = 0; tag < floor; tag++) {
      for (int chunk : turns) {
        take(chunk, tag);
      }
    }
  }

  private void rounds(int[] turns, int floor) {
    int[] active = turns.clone();
    int count = active.length;
    for (int tag = floor; count > 0; tag++) {
      int kept = 0;
      for (int i = 0; i < count; i++) {
        if (tag < pass.copies().planned(active[i]) && take(active[i], tag)) {
          active[kept++] = active[i];
        }
      }
      count = kept;
    }
  }

  /** Records a copy and the workers that passed it on. Returns false if it has no place. */
  private boolean take(int chunk, int tag) {
    int slot = slots[chunk];
    int place = pass.place(chunk, tag);
    if (place == PlannedCopies.NOWHERE) {
      return false;
    }
    if (pass.isPassedOn(chunk, tag)) {
      walk(chunk, slot, tag, place);
    }
    if (PlannedCopies.Holders.areFor(pass.copies().planned(chunk))) {
      holders.add(chunk, pass.copies().planned(chunk), place);
    }
    offer(place, slot | WorkerSequence.HELD, tag);
    return true;
  }

  private void walk(int chunk, int slot, int tag, int place) {
    int ring = pass.ring(chunk, tag);
    int rank = pass.rank(chunk, tag);
    int worker = pass.rings().worker(ring, rank, 0);
    for (int steps = 1; worker != place; steps++) {
      if (live.chunks.allows(slot, live.worker(worker))) {
        boolean holds = holds(chunk, tag, worker);
        offer(worker, slot | (holds ? WorkerSequence.SKIP : WorkerSequence.REJECT), tag);
      }
      worker = pass.rings().worker(ring, rank, steps);
    }
  }

  /** True if a worker holds one of the copies with lower tags. */
  private boolean holds(int chunk, int tag, int worker) {
    return PlannedCopies.Holders.areFor(pass.copies().planned(chunk))
        ? holders.has(chunk, worker)
        : live.copies.holds(slots[chunk], tag, worker);
  }

  private void offer(int worker, int slotAndKind, int tag) {
    int at = counts[worker]++;
    if (at == offers[worker].length) {
      offers[worker] = Arrays.copyOf(offers[worker], 2 * at);
      tags[worker] = Arrays.copyOf(tags[worker], 2 * at);
    }
    offers[worker][at] = slotAndKind;
    tags[worker][at] = (char) tag;
  }
}
