package dev.rota.chunks.placement.live;

import dev.rota.chunks.placement.PeerId;
import dev.rota.chunks.placement.PlacementMoves;
import dev.rota.chunks.placement.PlacementMoves.Path;
import dev.rota.chunks.placement.PlacementMoves.WorkerMoves;
import dev.rota.chunks.placement.PlacementWorker;
import dev.rota.chunks.placement.ResizedChunks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * What moves from one assignment to the next.
 *
 * @param passes of the next one
 * @param before the slots of workers that are compared as a whole, in the assignment before
 */
record AssignmentComparison(
    ChunkSlots chunks, LivePasses passes, RepairPlan plan, Map<PeerId, int[]> before) {
  private static final int[] NONE = {};

  /** Returns the moves of the repairs. A worker whose pass changed is compared as a whole. */
  List<WorkerMoves> moved(List<DemandApplication> changes, Map<PeerId, Integer> order) {
    List<WorkerMoves> moves = new ArrayList<>();
    for (int at = 0; at < changes.size(); at++) {
      LivePass pass = passes.all().get(at);
      MoveLog log = changes.get(at).repair().log();
      log.each(
          (number, added, removed) -> {
            PeerId id = pass.worker(number) == null ? null : pass.worker(number).id();
            if (id != null && !before.containsKey(id) && passes.of(id) == pass) {
              moves.add(change(id, added, removed, bytes(added)));
            }
          });
    }
    for (PeerId id : before.keySet().stream().filter(order::containsKey).toList()) {
      compare(id, before.get(id), passes.slots(id), moves);
    }
    moves.sort(Comparator.comparing(worker -> order.get(worker.worker())));
    return moves;
  }

  /**
   * Returns all moves.
   *
   * @param workers of the assignment before
   * @param moves of the workers that are still present
   */
  PlacementMoves moves(List<PlacementWorker> workers, List<WorkerMoves> moves, Path path) {
    if (!before.isEmpty()) {
      for (PlacementWorker worker : workers) {
        if (before.containsKey(worker.id()) && passes.of(worker.id()) == null) {
          compare(worker.id(), before.get(worker.id()), NONE, moves);
        }
      }
    }
    ResizedChunks resized = SlotEdit.resized(plan.edits());
    List<WorkerMoves> all =
        new RefetchFinder(chunks, passes.all(), resized)
            .with(moves, plan.demand().workers(), passes::bytes);
    return new PlacementMoves(
        Collections.unmodifiableList(all),
        passes.replication(),
        path,
        passes.held(),
        passes.leftOut(),
        resized);
  }

  /** Adds what differs between a worker's slots before and now. Sorts those of now. */
  void compare(PeerId id, int[] was, int[] after, List<WorkerMoves> moves) {
    int[] before = was.clone();
    Arrays.sort(before);
    Arrays.sort(after);
    int[] added = without(after, before);
    int[] removed = without(before, after);
    if (added.length + removed.length > 0) {
      // Memory answers slowly for a million sizes. Most workers of a first assignment had nothing.
      long bytes = before.length == 0 ? passes.bytes(id) : bytes(added);
      moves.add(change(id, added, removed, bytes));
    }
  }

  /** Returns the ascending slots that are not in {@code others}. */
  private static int[] without(int[] all, int[] others) {
    int[] rest = new int[all.length];
    int count = 0;
    int at = 0;
    for (int slot : all) {
      while (at < others.length && others[at] < slot) {
        at++;
      }
      if (at == others.length || others[at] != slot) {
        rest[count++] = slot;
      }
    }
    return Arrays.copyOf(rest, count);
  }

  private long bytes(int[] slots) {
    return Arrays.stream(slots).mapToLong(chunks::bytes).sum();
  }

  /** Returns the moves of a worker that gets so many bytes. */
  private WorkerMoves change(PeerId id, int[] added, int[] removed, long bytes) {
    return new WorkerMoves(
        id, chunks.sorted(added), chunks.sorted(removed), NONE, bytes, passes.bytes(id));
  }
}
