package dev.rota.client;

import dev.rota.chunks.ChunkRef;
import java.util.List;

/**
 * How a worker's set changes with a generation.
 *
 * @param whole true: {@code added} is the whole set, as the worker has read it anew. What it has
 *     stored and is not in there is to be dropped
 * @param generation of the network, 1 for the first
 * @param effectiveFrom epoch ms from which the generation is in force: until then the worker serves
 *     what it had
 * @param added to fetch
 * @param removed to drop
 * @param resized to fetch again: their sizes are others now
 */
public record StorageChange(
    boolean whole,
    long generation,
    long effectiveFrom,
    List<ChunkRef> added,
    List<ChunkRef> removed,
    List<ChunkRef> resized) {
  /** Keeps copies of the lists. */
  public StorageChange {
    added = List.copyOf(added);
    removed = List.copyOf(removed);
    resized = List.copyOf(resized);
  }
}
