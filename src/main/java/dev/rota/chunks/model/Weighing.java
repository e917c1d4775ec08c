package dev.rota.chunks.model;

import dev.rota.chunks.placement.Chunk;
import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.values.Segment;
import java.util.List;
import java.util.function.Consumer;

/** Passes on chunks with the weights and versions of their segments (rule 1). */
record Weighing(Consumer<Chunk> changed, Consumer<ChunkName> gone) {
  /**
   * Passes on a chunk.
   *
   * @param bytes {@link ChunkRow#NONE}: no longer listed
   * @param lastBlock last block of its dataset
   */
  void weigh(ChunkName name, long bytes, List<Segment> segments, long lastBlock) {
    Segment segment =
        bytes == ChunkRow.NONE
            ? null
            : Segment.of(segments, Blocks.of(name.id()).first(), lastBlock).orElse(null);
    if (segment == null) {
      gone.accept(name);
    } else {
      changed.accept(segment.chunk(name, bytes));
    }
  }
}
