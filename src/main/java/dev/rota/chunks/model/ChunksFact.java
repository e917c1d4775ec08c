package dev.rota.chunks.model;

import dev.rota.engine.Fact;

/** What can happen to a network, each with its effect. */
public sealed interface ChunksFact extends Fact<ChunksState>
    permits ListingFact, NodeFact, NetworkFact {
  /** When it happened, epoch ms: the turn's time, or that of the deadline. */
  long atMillis();
}
