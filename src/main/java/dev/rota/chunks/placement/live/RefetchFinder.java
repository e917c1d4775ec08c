package dev.rota.chunks.placement.live;

import dev.rota.chunks.placement.PeerId;
import dev.rota.chunks.placement.PlacementMoves.WorkerMoves;
import dev.rota.chunks.placement.PlacementWorker;
import dev.rota.chunks.placement.PlannedCopies;
import dev.rota.chunks.placement.ResizedChunks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/** Finds workers that keep a chunk whose size changed. They must fetch it again. */
final class RefetchFinder {
  private final ChunkSlots chunks;
  private final Map<PeerId, IntStream.Builder> holding = new HashMap<>();

  /** Reads the places after the repair. */
  RefetchFinder(ChunkSlots chunks, List<LivePass> passes, ResizedChunks resized) {
    this.chunks = chunks;
    for (int slot : chunks.sorted(resized.slots())) {
      for (LivePass pass : passes) {
        for (int tag = 0; tag < pass.copies.planned(slot); tag++) {
          int number = pass.copies.place(slot, tag);
          if (number != PlannedCopies.NOWHERE) {
            PeerId id = pass.worker(number).id();
            // With two passes, the first pass that a worker is in counts.
            if (pass == passes.get(0) || passes.get(0).number(id) < 0) {
              holding.computeIfAbsent(id, _ -> IntStream.builder()).add(slot);
            }
          }
        }
      }
    }
  }

  /**
   * Adds refetches to the moves.
   *
   * @param moves in the order of the workers, then those of workers that left
   * @param bytes that a worker holds
   */
  List<WorkerMoves> with(
      List<WorkerMoves> moves, List<PlacementWorker> workers, ToLongFunction<PeerId> bytes) {
    if (holding.isEmpty()) {
      return moves;
    }
    Map<PeerId, WorkerMoves> others = new LinkedHashMap<>();
    moves.forEach(one -> others.put(one.worker(), one));
    List<WorkerMoves> all = new ArrayList<>();
    for (PlacementWorker worker : workers) {
      PeerId id = worker.id();
      WorkerMoves own = others.remove(id);
      int[] again = again(id, own == null ? new int[0] : own.added());
      if (again.length > 0) {
        own = own == null ? WorkerMoves.none(id, bytes.applyAsLong(id)) : own;
        long more = Arrays.stream(again).mapToLong(chunks::bytes).sum();
        own = own.again(again, more);
      }
      if (own != null) {
        all.add(own);
      }
    }
    all.addAll(others.values());
    return all;
  }

  private int[] again(PeerId id, int[] added) {
    IntStream.Builder held = holding.get(id);
    if (held == null) {
      return new int[0];
    }
    BitSet fresh = new BitSet();
    Arrays.stream(added).forEach(fresh::set);
    return held.build().filter(slot -> !fresh.get(slot)).toArray();
  }
}
