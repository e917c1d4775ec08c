package dev.rota.chunks;

/**
 * What is listed of a chunk, and what the generation that stands has of it: rows need no change
 * when a generation is made.
 *
 * @param since the generation from which on it is as listed
 * @param listed bytes; {@link #NONE}: it is listed no longer
 * @param before bytes until then; {@link #NONE}: it was not there
 */
record ChunkRow(long since, long listed, long before) {
  static final long NONE = -1;

  /** Nothing is known of it. */
  static final ChunkRow UNKNOWN = new ChunkRow(0, NONE, NONE);

  /** The bytes that it has in the generation that stands, or {@link #NONE}. */
  long standing(long generation) {
    return since <= generation ? listed : before;
  }

  /** As listed from the next generation on. */
  ChunkRow list(long bytes, long generation) {
    long standing = standing(generation);
    return bytes == standing
        ? new ChunkRow(0, bytes, NONE)
        : new ChunkRow(generation + 1, bytes, standing);
  }

  boolean isPending(long generation) {
    return since > generation;
  }
}
