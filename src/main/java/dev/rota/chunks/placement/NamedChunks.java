package dev.rota.chunks.placement;

import java.util.Arrays;

/**
 * The chunks of a placement as records name them. Most chunks have several copies: each is named
 * and hashed once.
 */
public final class NamedChunks {
  private final Placement placement;
  private final SetDigest.Hasher hasher = new SetDigest.Hasher();

  /** By slot; null: not named yet, or not hashed yet. */
  private SizedChunk[] chunks = {};

  private SetDigest[] digests = {};

  public NamedChunks(Placement placement) {
    this.placement = placement;
  }

  /** Returns the chunk in a slot. */
  public SizedChunk at(int slot) {
    if (slot >= chunks.length) {
      int more = Math.max(slot + 1, 2 * chunks.length);
      chunks = Arrays.copyOf(chunks, more);
      digests = Arrays.copyOf(digests, more);
    }
    if (chunks[slot] == null) {
      chunks[slot] = placement.sized(slot);
    }
    return chunks[slot];
  }

  /** Returns the digest of the chunk in a slot. */
  public SetDigest digest(int slot) {
    SizedChunk chunk = at(slot);
    if (digests[slot] == null) {
      digests[slot] = hasher.of(chunk);
    }
    return digests[slot];
  }

  /** Returns the digest of a chunk that is in no slot. */
  public SetDigest digest(SizedChunk chunk) {
    return hasher.of(chunk);
  }

  /** Returns the digest of all chunks that a worker holds. */
  public SetDigest digest(PeerId worker) {
    SetDigest sum = SetDigest.EMPTY;
    for (int slot : placement.held(worker)) {
      sum = sum.plus(digest(slot));
    }
    return sum;
  }
}
