package dev.rota.chunks.placement;

import java.util.List;
import java.util.SortedMap;

/** The assignment that stands, to be read: chunks by their slots, and what workers hold of them. */
public interface Placement {
  /**
   * The chunk in a slot; one that the last demand dropped is there until the next one, and then its
   * slot may be another chunk's.
   */
  Chunk chunk(int slot);

  /** The slot of a chunk; negative: it is not in the placement. */
  int slot(ChunkName name);

  /** The slots of the chunks that a worker holds, in the order of placement. */
  int[] held(PeerId worker);

  /** The bytes of all chunks that a worker holds. */
  long bytes(PeerId worker);

  /** How many chunks there are. */
  int size();

  /** How many copies of a chunk are planned; of the first pass, where there are two. */
  int planned(int slot);

  /** Reads the chunks that have copies without a place, in the order of placement. */
  void eachUnplaced(UnplacedReader reader);

  /** How far the factors are from their next changes; of the first pass, where there are two. */
  List<FactorCliff> cliffs();

  /**
   * How many copies each weight asks for, at least {@code minReplication}, if there were as many
   * workers; of the first pass, where there are two.
   */
  SortedMap<Integer, Integer> wanted();

  /** How many workers the first pass places on, each of which has one copy of a chunk. */
  int counting();

  /** Takes a chunk, and how many copies of it have no place. */
  interface UnplacedReader {
    void take(int slot, int copies);
  }
}
