package dev.rota.chunks.rules;

import dev.rota.chunks.model.ChunksFact;
import dev.rota.chunks.model.ChunksState;
import java.util.List;

/** What renewing a worker's snapshot tells. */
public final class Renewed {
  private Renewed() {}

  public static List<ChunksFact> of(ChunksState state, String worker, long nowMillis) {
    return AssignmentSnapshots.renewed(state, worker, nowMillis);
  }
}
