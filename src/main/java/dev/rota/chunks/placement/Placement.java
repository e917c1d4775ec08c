package dev.rota.chunks.placement;

import java.util.List;
import java.util.SortedMap;

/** The current assignment, read-only: chunks by slot, and the chunks of each worker. */
public interface Placement {
  /**
   * Returns the chunk in a slot. A chunk that the last demand dropped keeps its slot until the next
   * demand. After that the slot may be reused.
   */
  Chunk chunk(int slot);

  /** Returns the slot of a chunk, or a negative number if the chunk is not in the placement. */
  int slot(ChunkName name);

  /** Returns the slots of the chunks that a worker holds, in placement order. */
  int[] held(PeerId worker);

  /** Returns the bytes of all chunks that a worker holds. */
  long bytes(PeerId worker);

  int size();

  /** Returns the number of planned copies of a chunk. With two passes, the first one counts. */
  int planned(int slot);

  /** Passes each chunk that has unplaced copies to the reader, in placement order. */
  void eachUnplaced(UnplacedReader reader);

  /** Returns the distance of each factor of the first pass from its next change. */
  List<FactorCliff> cliffs();

  /**
   * Returns the number of copies per weight with an unlimited number of workers, at least {@code
   * minReplication}. With two passes, the first one counts.
   */
  SortedMap<Integer, Integer> wanted();

  /** Returns the number of workers of the first pass. Each holds at most one copy of a chunk. */
  int counting();

  /** Receives a chunk and the number of its unplaced copies. */
  interface UnplacedReader {
    void take(int slot, int copies);
  }
}
