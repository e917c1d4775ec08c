package dev.rota.chunks.monitor;

import dev.rota.chunks.model.ChunksFact;
import dev.rota.chunks.model.ChunksState;
import dev.rota.chunks.model.NetworkFact.Assigned;
import dev.rota.chunks.model.NetworkFact.GenerationMade;
import dev.rota.kernel.domain.measures.AssignmentAccount;
import dev.rota.kernel.domain.measures.AssignmentSink;
import dev.rota.kernel.domain.measures.GenerationMoves;
import java.util.ArrayList;
import java.util.List;

/** Workers have chunks by generations. What each one moves is told, not each copy. */
final class ChunksAssignments implements AssignmentAccount<ChunksState, ChunksFact> {
  @Override
  public String resourceKind() {
    return "worker";
  }

  @Override
  public String thingKind() {
    return "chunk";
  }

  @Override
  public void tell(ChunksState before, ChunksFact fact, AssignmentSink to) {}

  @Override
  public void stand(ChunksState state, AssignmentSink to) {}

  @Override
  public boolean hasGenerations() {
    return true;
  }

  @Override
  public List<GenerationMoves> moves(List<ChunksFact> facts) {
    List<GenerationMoves> made = new ArrayList<>();
    List<Assigned> parts = new ArrayList<>();
    for (ChunksFact fact : facts) {
      if (fact instanceof Assigned part && !part.snapshot()) {
        parts.add(part);
      } else if (fact instanceof GenerationMade generation) {
        made.add(
            new GenerationMoves(
                generation.generation(),
                generation.atMillis(),
                generation.copies(),
                generation.moved().bytes(),
                new CopyMatching().flows(parts)));
        parts.clear();
      }
    }
    return made;
  }
}
