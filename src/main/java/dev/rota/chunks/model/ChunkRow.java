package dev.rota.chunks.model;

/**
 * The listed size of a chunk and its size in the current generation. A new generation or a complete
 * multi-record listing changes no row.
 *
 * @param since first generation with the listed size
 * @param listed size in bytes; {@link #NONE}: no longer listed
 * @param before size in bytes in earlier generations; {@link #NONE}: absent
 * @param asOf last claim ({@link DatasetRow}) that named the chunk or preceded the row; 0: none
 * @param named bytes in that claim's listing; {@link #NONE}: removed; {@link #KEPT}: as listed
 */
public record ChunkRow(long since, long listed, long before, long asOf, long named) {
  public static final long NONE = -1;

  /** The claim keeps the listed size. */
  static final long KEPT = -2;

  static final ChunkRow UNKNOWN = new ChunkRow(0, NONE, NONE, 0, KEPT);

  /** Returns the size in the current generation, or {@link #NONE}. */
  public long standing(long generation) {
    return since <= generation ? listed : before;
  }

  /** Returns the row with a new listed size, valid from the next generation on. */
  ChunkRow list(long bytes, long generation) {
    long standing = standing(generation);
    return bytes == standing
        ? new ChunkRow(0, bytes, NONE, asOf, named)
        : new ChunkRow(generation + 1, bytes, standing, asOf, named);
  }

  /** Returns the row after a claim named the chunk. */
  ChunkRow name(long claim, long bytes) {
    return new ChunkRow(since, listed, before, claim, bytes == listed ? KEPT : bytes);
  }

  /** Returns the size that the claim's listing gives the chunk. The claim must have named it. */
  long toCome() {
    return named == KEPT ? listed : named;
  }

  public boolean isPending(long generation) {
    return since > generation;
  }

  boolean isListed() {
    return listed != NONE;
  }

  /** True if the row can be deleted: not listed, not in the generation, not added by a listing. */
  public boolean isNothing(long generation) {
    return listed == NONE && standing(generation) == NONE && named < 0;
  }

  /** True if the rows differ at most in the claim that named the chunk last. */
  boolean isLike(ChunkRow other) {
    return since == other.since && listed == other.listed && before == other.before;
  }
}
