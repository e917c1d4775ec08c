package dev.rota.chunks.model;

import dev.rota.kernel.engine.Fact;

/** A fact about a network, with its effect on the state. */
public sealed interface ChunksFact extends Fact<ChunksState>
    permits ListingFact, NodeFact, NetworkFact {
  /** Returns the time of the turn or of the deadline, epoch ms. */
  long atMillis();
}
