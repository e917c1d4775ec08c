package dev.rota.chunks.queries;

import dev.rota.chunks.model.ChunksView;
import dev.rota.chunks.model.WorkerNode;
import dev.rota.chunks.placement.Chunk;
import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.placement.CopyRefusal;
import dev.rota.chunks.placement.CopyRefusal.NoRoom;
import dev.rota.chunks.placement.PlacementWorker;
import dev.rota.chunks.rules.ChunkAbsence;
import dev.rota.chunks.values.BlockSegment;
import dev.rota.kernel.domain.Why.Candidate;
import java.util.List;

/**
 * The workers beside a chunk that a refused generation should have placed. What it tried is gone:
 * the room is that of the generation that goes on.
 */
final class RoomCandidates {
  private RoomCandidates() {}

  /** Returns all workers of the network; none if the chunk is not to be stored. */
  static List<Candidate> of(ChunksView view, ChunkName name) {
    if (ChunkAbsence.ofNext(view, name) != null) {
      return List.of();
    }
    BlockSegment segment = view.dataset(name.dataset()).segment(name.id()).orElseThrow();
    Chunk chunk = segment.chunk(name, view.chunk(name).listed());
    return view.nodes().all().stream()
        .filter(WorkerNode::isThere)
        .map(node -> of(view, node, chunk))
        .toList();
  }

  private static Candidate of(ChunksView view, WorkerNode node, Chunk chunk) {
    PlacementWorker worker = node.worker(view.policy());
    long load = view.live().bytes(node.id());
    CopyRefusal refusal = CopyRefusal.of(worker, chunk, view.policy().placement(), load);
    NoRoom room = new NoRoom(load, worker.capacity(), chunk.bytes());
    String why =
        refusal == null
            ? CopyCandidates.room(room, when(view)) + ": it would fit beside them"
            : CopyCandidates.because(refusal, worker, view, when(view));
    return CopyCandidates.candidate(worker, false, why, CopyCandidates.rule(refusal));
  }

  private static String when(ChunksView view) {
    long generation = view.standing().generation();
    return generation == 0 ? "so far" : "in generation " + generation;
  }
}
