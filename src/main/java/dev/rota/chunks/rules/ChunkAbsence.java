package dev.rota.chunks.rules;

import dev.rota.chunks.model.BlockRange;
import dev.rota.chunks.model.ChunkRow;
import dev.rota.chunks.model.ChunksView;
import dev.rota.chunks.model.Dataset;
import dev.rota.chunks.placement.ChunkName;

/** Why a generation has no copy of a chunk (rules 1 and 7). */
public sealed interface ChunkAbsence {
  /** No dataset lists it. */
  record NotListed() implements ChunkAbsence {}

  /**
   * It begins before the first segment of its dataset.
   *
   * @param block at which it begins
   * @param from where the segment begins; negative: so many blocks before the last one
   */
  record BeforeSegments(long block, long from, long lastBlock) implements ChunkAbsence {}

  /** The next generation places it. */
  record NotYetPlaced() implements ChunkAbsence {}

  /** Returns why the current generation is without the chunk; null: it has it. */
  static ChunkAbsence of(ChunksView view, ChunkName name) {
    if (view.live().slot(name) >= 0) {
      return null;
    }
    ChunkAbsence next = ofNext(view, name);
    return next == null ? new NotYetPlaced() : next;
  }

  /** Returns why the next generation is without the chunk; null: it places it. */
  static ChunkAbsence ofNext(ChunksView view, ChunkName name) {
    if (view.chunk(name).listed() == ChunkRow.NONE) {
      return new NotListed();
    }
    Dataset dataset = view.dataset(name.dataset());
    return dataset.segment(name.id()).isPresent()
        ? null
        : new BeforeSegments(
            BlockRange.of(name.id()).first(),
            dataset.segments().get(0).from(),
            dataset.lastBlock());
  }
}
