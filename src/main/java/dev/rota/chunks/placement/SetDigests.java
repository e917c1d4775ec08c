package dev.rota.chunks.placement;

import java.util.HashMap;
import java.util.Map;

/** The digests of many workers' sets in one placement. Each chunk is hashed once. */
public final class SetDigests {
  private final Placement placement;
  private final Map<Integer, SetDigest> chunks = new HashMap<>();

  public SetDigests(Placement placement) {
    this.placement = placement;
  }

  /** Returns the digest of all chunks that a worker holds. */
  public SetDigest of(PeerId worker) {
    SetDigest digest = SetDigest.EMPTY;
    for (int slot : placement.held(worker)) {
      digest = digest.plus(chunks.computeIfAbsent(slot, this::ofChunk));
    }
    return digest;
  }

  private SetDigest ofChunk(int slot) {
    return SetDigest.of(SizedChunk.of(placement.chunk(slot)));
  }
}
