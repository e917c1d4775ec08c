package dev.rota.chunks.placement;

import dev.rota.kernel.engine.ParallelParts;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** The current assignment, read-only: chunks by slot, and the chunks of each worker. */
public interface Placement {
  /**
   * Returns the chunk in a slot. A chunk that the last demand dropped keeps its slot until the next
   * demand. After that the slot may be reused.
   */
  Chunk chunk(int slot);

  /**
   * Returns the chunk in a slot as a worker holds it. Its dataset's array is shared by all of it.
   */
  SizedChunk sized(int slot);

  /** Returns the chunks that are in these slots now. Later the slots may have others. */
  NamedChunks.Listed sized(int[] slots);

  /** Returns the slot of a chunk, or a negative number if the chunk is not in the placement. */
  int slot(ChunkName name);

  /** Returns the slots of the chunks that a worker holds, in placement order. */
  int[] held(PeerId worker);

  /** Returns the bytes of all chunks that a worker holds. */
  long bytes(PeerId worker);

  /** Returns what computes the parts of what is told of a large placement. */
  ParallelParts parts();

  /** Returns the digest of what each worker holds. A worker that is missing holds nothing. */
  Map<PeerId, SetDigest> digests();

  int size();

  /** Returns the number of planned copies of a chunk. With two passes, the first one counts. */
  int planned(int slot);

  /** Passes each chunk that has unplaced copies to the reader, in the order of their turns. */
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

  /**
   * Returns the walks of a chunk's copies, by pass and tag: each as its copy's turn found the
   * workers. The first copy of a pass without a place is its last one.
   */
  List<Walk> walks(int slot);

  /**
   * A worker that a copy came to.
   *
   * @param refusal null: it takes the copy
   */
  record Offer(PlacementWorker worker, CopyRefusal refusal) {}

  /**
   * The way of a copy along its ring (rule 5).
   *
   * @param wide true if the pass is the second one, over all workers
   * @param position the unsigned hash at which it starts
   * @param offers in the order of the ring, up to the worker that takes it; without one, all
   */
  record Walk(boolean wide, int tag, int ring, long position, List<Offer> offers) {
    /** Returns the worker that takes the copy, or null. */
    public PlacementWorker taker() {
      Offer last = offers.isEmpty() ? null : offers.get(offers.size() - 1);
      return last == null || last.refusal != null ? null : last.worker;
    }

    /** True if the copy counts: the second pass's share of reliable workers does not (rule 6). */
    public boolean counts() {
      PlacementWorker taker = taker();
      return taker != null && !(wide && taker.reliable());
    }
  }

  /** Receives a chunk and the number of its unplaced copies. */
  interface UnplacedReader {
    void take(int slot, int copies);
  }
}
