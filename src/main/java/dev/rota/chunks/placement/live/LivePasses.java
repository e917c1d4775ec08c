package dev.rota.chunks.placement.live;

import dev.rota.chunks.placement.ChunkAssignment;
import dev.rota.chunks.placement.PeerId;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * The passes of an assignment. With two passes, reliable workers hold the result of the first one,
 * and the others hold the result of the second one.
 *
 * @param all empty without workers or chunks
 */
record LivePasses(List<LivePass> all) {
  static final LivePasses NONE = new LivePasses(List.of());

  boolean isEmpty() {
    return all.isEmpty();
  }

  LivePass first() {
    return all.get(0);
  }

  /** Returns the pass that counts for a worker, or null if the worker is in none. */
  LivePass of(PeerId worker) {
    for (LivePass pass : all) {
      if (pass.number(worker) >= 0) {
        return pass;
      }
    }
    return null;
  }

  /** The slots of a worker's chunks, in no order; none if the worker is in no pass. */
  int[] slots(PeerId worker) {
    LivePass pass = of(worker);
    return pass == null ? new int[0] : pass.slots(pass.number(worker));
  }

  /** The ascending slots of the chunks of each worker that is in a pass. */
  Map<PeerId, int[]> slots() {
    Map<PeerId, int[]> all = new LinkedHashMap<>();
    for (LivePass pass : this.all) {
      int[][] slots = pass.slots();
      for (int number = 0; number < slots.length; number++) {
        if (pass.has(number)) {
          all.putIfAbsent(pass.worker(number).id(), slots[number]);
        }
      }
    }
    return all;
  }

  /** The bytes of a worker's chunks; 0 if the worker is in no pass. */
  long bytes(PeerId worker) {
    LivePass pass = of(worker);
    return pass == null ? 0 : pass.bytes(pass.number(worker));
  }

  /** See {@link ChunkAssignment#replication}. */
  SortedMap<Integer, Integer> replication() {
    return isEmpty() ? Collections.emptySortedMap() : first().replication();
  }

  /** See {@link ChunkAssignment#leftOut}. */
  long leftOut() {
    return isEmpty() ? 0 : first().leftOut();
  }

  /** Returns the number of copies that count. */
  long held() {
    long copies = 0;
    for (LivePass pass : all) {
      copies += pass == first() ? pass.held() : pass.heldUnreliable();
    }
    return copies;
  }
}
