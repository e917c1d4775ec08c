package dev.rota.chunks.queries;

import dev.rota.chunks.model.Blocks;
import dev.rota.chunks.model.ChunkRow;
import dev.rota.chunks.model.ChunksView;
import dev.rota.chunks.model.Dataset;
import dev.rota.chunks.model.Node;
import dev.rota.chunks.placement.Chunk;
import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.placement.SoftwareVersion;
import dev.rota.chunks.placement.Worker;
import dev.rota.chunks.values.Segment;
import dev.rota.domain.Why.Candidate;
import java.util.List;
import java.util.Optional;

/**
 * The workers beside a chunk that a refused generation should have placed. What it tried is gone:
 * the room is that of the generation that goes on.
 */
final class RoomCandidates {
  private RoomCandidates() {}

  /** Returns all workers of the network; none if the chunk is not to be stored. */
  static List<Candidate> of(ChunksView view, ChunkName name) {
    Dataset dataset = view.dataset(name.dataset());
    long bytes = view.chunk(name).listed();
    Optional<Segment> segment =
        Segment.of(dataset.segments(), Blocks.of(name.id()).first(), dataset.lastBlock());
    if (bytes == ChunkRow.NONE || segment.isEmpty()) {
      return List.of();
    }
    int weight = segment.get().weight();
    SoftwareVersion least = segment.get().leastVersion();
    return of(view, new Chunk(name.dataset(), name.id(), bytes, weight, least));
  }

  private static List<Candidate> of(ChunksView view, Chunk chunk) {
    return view.nodes().all().stream()
        .filter(Node::isThere)
        .map(node -> of(view, node, chunk))
        .toList();
  }

  private static Candidate of(ChunksView view, Node node, Chunk chunk) {
    Worker worker = node.worker(view.policy());
    if (!worker.reliable() && !view.policy().placement().ignoreReliability()) {
      String why =
          CopyCandidates.unreliable(view, worker) + ", and the first pass is over reliable ones";
      return CopyCandidates.candidate(worker, false, why, "chunks 6");
    }
    if (chunk.leastVersion() != null && !worker.satisfies(chunk.leastVersion())) {
      String why = CopyCandidates.version(worker, chunk);
      return CopyCandidates.candidate(worker, false, why, "chunks 5");
    }
    long load = view.live().bytes(node.id());
    String room =
        load
            + " of "
            + worker.capacity()
            + " bytes are taken now, and the chunk has "
            + chunk.bytes();
    return CopyCandidates.candidate(worker, false, room, "chunks 5");
  }
}
