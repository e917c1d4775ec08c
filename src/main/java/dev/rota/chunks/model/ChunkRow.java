package dev.rota.chunks.model;

/**
 * What is listed of a chunk, and what the generation that stands has of it: rows need no change
 * when a generation is made, nor when a listing of many records is complete.
 *
 * @param since the generation from which on it is as listed
 * @param listed bytes; {@link #NONE}: it is listed no longer
 * @param before bytes until then; {@link #NONE}: it was not there
 * @param asOf the claim that named it last ({@link DatasetRow}), or that it was written after; 0:
 *     none
 * @param named bytes that this claim's listing gives it; {@link #NONE}: it goes; {@link #KEPT}
 */
public record ChunkRow(long since, long listed, long before, long asOf, long named) {
  public static final long NONE = -1;

  /** It is what it is listed as. */
  static final long KEPT = -2;

  /** Nothing is known of it. */
  static final ChunkRow UNKNOWN = new ChunkRow(0, NONE, NONE, 0, KEPT);

  /** The bytes that it has in the generation that stands, or {@link #NONE}. */
  public long standing(long generation) {
    return since <= generation ? listed : before;
  }

  /** As listed from the next generation on. */
  ChunkRow list(long bytes, long generation) {
    long standing = standing(generation);
    return bytes == standing
        ? new ChunkRow(0, bytes, NONE, asOf, named)
        : new ChunkRow(generation + 1, bytes, standing, asOf, named);
  }

  /** Named by a claim. */
  ChunkRow name(long claim, long bytes) {
    return new ChunkRow(since, listed, before, claim, bytes == listed ? KEPT : bytes);
  }

  /** What the claim's listing makes of it; it has named it. */
  long toCome() {
    return named == KEPT ? listed : named;
  }

  public boolean isPending(long generation) {
    return since > generation;
  }

  boolean isListed() {
    return listed != NONE;
  }

  /** Whether it need not be kept: it is not listed, does not stand and is not to come. */
  public boolean isNothing(long generation) {
    return listed == NONE && standing(generation) == NONE && named < 0;
  }

  /** Whether the two differ at most in who named it last. */
  boolean isLike(ChunkRow other) {
    return since == other.since && listed == other.listed && before == other.before;
  }
}
