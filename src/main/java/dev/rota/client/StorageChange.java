package dev.rota.client;

import dev.rota.chunks.ChunkRef;
import java.util.List;

/**
 * How a worker's set changes with a generation.
 *
 * @param whole true: {@code added} is the whole set, as the worker has read it anew. Other things
 *     that it has stored are to be dropped once the generation is in force. An empty set is no
 *     reason to: a worker that has just joined has one
 * @param generation of the network, 1 for the first
 * @param effectiveFrom epoch ms from which the generation is in force: until then the worker serves
 *     what it had
 * @param added to fetch
 * @param removed to drop once the generation is in force, unless a later one has added them again
 * @param resized to fetch again: their sizes are others now. The old ones are to be dropped once
 *     the generation is in force
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
