package dev.rota.chunks.placement;

import dev.rota.engine.Parts;

/** All copies that a pass plans, chunk by chunk and tag by tag, and where each starts (rule 3). */
public final class Copies {
  /** In place of a worker. */
  public static final int NOWHERE = Character.MAX_VALUE;

  /** So many chunks are hashed at a time. */
  private static final int PART = 1 << 14;

  /** Where each chunk's copies begin, and at the end how many there are. */
  private final int[] first;

  /** The ring of each copy, and its position there: the hash that gave the ring; unsigned. */
  private final char[] rings;

  private final long[] hashes;

  /**
   * Hashes all copies.
   *
   * @param factors the number of copies, by weight
   */
  Copies(ChunkTable chunks, int[] factors, int ringCount, Parts parts) {
    first = new int[chunks.size() + 1];
    for (int chunk = 0; chunk < chunks.size(); chunk++) {
      first[chunk + 1] = Math.addExact(first[chunk], factors[chunks.weight(chunk)]);
    }
    rings = new char[first[chunks.size()]];
    hashes = new long[rings.length];
    parts.ranges(chunks.size(), PART, (from, to) -> hash(chunks, from, to, ringCount));
  }

  private void hash(ChunkTable chunks, int from, int to, int ringCount) {
    ChunkTable.Texts texts = chunks.texts();
    for (int chunk = from; chunk < to; chunk++) {
      SeaHash text = texts.at(chunk);
      for (int copy = first[chunk]; copy < first[chunk + 1]; copy++) {
        long hash = text.with(copy - first[chunk]);
        hashes[copy] = hash;
        rings[copy] = (char) Long.remainderUnsigned(hash, ringCount);
      }
    }
  }

  public int count() {
    return rings.length;
  }

  /** The first copy of a chunk; the others follow it. */
  public int first(int chunk) {
    return first[chunk];
  }

  /** How many copies of a chunk are planned. */
  public int planned(int chunk) {
    return first[chunk + 1] - first[chunk];
  }

  int ring(int copy) {
    return rings[copy];
  }

  long hash(int copy) {
    return hashes[copy];
  }

  /** All hashes, to be the caller's own from here on. */
  public long[] hashes() {
    return hashes;
  }
}
