package dev.rota.chunks.placement.live;

import dev.rota.chunks.placement.PlacementWorker;
import dev.rota.chunks.placement.PlannedCopies;
import dev.rota.chunks.placement.SoftwareVersion;
import java.util.BitSet;
import java.util.Set;
import java.util.SortedMap;

/** Applies a demand's changes to a pass, and tells the repair which copies must walk again. */
final class DemandApplication {
  private final LivePass pass;
  private final ChunkSlots chunks;
  private final LiveCopies copies;
  private final PassRepair repair;

  DemandApplication(LivePass pass) {
    this.pass = pass;
    pass.open();
    chunks = pass.chunks;
    copies = pass.copies;
    repair = new PassRepair(pass);
  }

  /** Returns the repair, to be drained after all changes. */
  PassRepair repair() {
    return repair;
  }

  /** Removes a chunk by its previous size, weight and version. */
  void drop(int slot) {
    plan(slot, 0);
  }

  void add(int slot) {
    plan(slot, pass.factors().get(chunks.weight(slot)));
  }

  private void plan(int slot, int count) {
    int before = copies.planned(slot);
    for (int tag = before - 1; tag >= count; tag--) {
      repair.vacate(slot, tag);
      pass.arcs().remove(slot, tag);
    }
    copies.plan(slot, count, count > before ? chunks.text(slot) : null);
    for (int tag = before; tag < count; tag++) {
      pass.arcs().add(slot, tag);
    }
    if (count > before) {
      repair.seed(slot, before);
    }
  }

  /** Applies other factors, so that copies of some weights come or go. */
  void plan(SortedMap<Integer, Integer> factors) {
    BitSet changed = new BitSet();
    factors.forEach(
        (weight, factor) -> {
          Integer was = pass.factors().get(weight);
          changed.set(weight, was != null && !was.equals(factor));
        });
    pass.factors(factors);
    for (int slot = 0; slot < chunks.limit() && !changed.isEmpty(); slot++) {
      if (copies.planned(slot) > 0 && changed.get(chunks.weight(slot))) {
        plan(slot, factors.get(chunks.weight(slot)));
      }
    }
  }

  void leave(int number) {
    pass.lane(number)
        .each(
            (slot, tag, kind) -> {
              if (kind == WorkerSequence.HELD) {
                repair.seed(slot, tag);
              }
            });
    pass.leave(number);
  }

  /** Changes a worker's capacity, version or reliability. */
  void change(int number, PlacementWorker is) {
    pass.change(number, is);
    repair.touch(number);
  }

  /** Makes all chunks with these minimum versions walk again. */
  void walkAgain(Set<SoftwareVersion> versions) {
    for (int slot = 0; slot < chunks.limit() && !versions.isEmpty(); slot++) {
      if (copies.planned(slot) > 0
          && chunks.restricted(slot)
          && versions.contains(chunks.leastVersion(slot))) {
        for (int tag = 0; tag < copies.planned(slot); tag++) {
          repair.seed(slot, tag);
        }
      }
    }
  }

  /**
   * Adds a worker. Copies that start between the previous worker on the ring and this one now reach
   * it first. Copies that the previous worker passed on now reach it next. Restricted chunks skip
   * workers that may not hold them.
   *
   * @param versions the minimum versions of all chunks
   */
  void join(PlacementWorker worker, Set<SoftwareVersion> versions) {
    int number = pass.join(worker);
    repair.touch(number);
    join(number, null);
    for (SoftwareVersion version : versions) {
      if (worker.satisfies(version)) {
        join(number, version);
      }
    }
  }

  private void join(int number, SoftwareVersion version) {
    LiveRings rings = pass.rings();
    char[] before = new char[pass.arcs().rings()];
    for (int ring = 0; ring < before.length; ring++) {
      long hash = rings.hash(ring, number);
      int rank = rings.rank(ring, hash);
      int steps = -1;
      int other = rings.worker(ring, rank, steps);
      while (version != null && !pass.worker(other).satisfies(version)) {
        other = rings.worker(ring, rank, --steps);
      }
      before[ring] = (char) other;
      pass.arcs()
          .each(ring, rings.hash(ring, other), hash, (slot, tag) -> walks(slot, tag, version));
    }
    for (int other = 0; other < pass.lanes(); other++) {
      int own = other;
      if (pass.lane(own) != null) {
        pass.lane(own)
            .eachPassed(
                (slot, tag, _) -> {
                  if (before[copies.ring(slot, tag)] == own) {
                    walks(slot, tag, version);
                  }
                });
      }
    }
  }

  private void walks(int slot, int tag, SoftwareVersion version) {
    if (copies.place(slot, tag) != PlannedCopies.NOWHERE
        && (version == null
            ? !chunks.restricted(slot)
            : chunks.restricted(slot) && version.equals(chunks.leastVersion(slot)))) {
      repair.seed(slot, tag);
    }
  }
}
