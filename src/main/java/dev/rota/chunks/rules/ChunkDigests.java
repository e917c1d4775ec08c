package dev.rota.chunks.rules;

import dev.rota.chunks.placement.Placement;
import dev.rota.chunks.placement.PlacementMoves;
import dev.rota.chunks.placement.SetDigest;
import dev.rota.kernel.engine.ParallelParts;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** The digests of chunks that a generation names. Most have several copies: each is hashed once. */
final class ChunkDigests {
  /** Slots whose digests lie in one array: of a million, a generation may name few. */
  private static final int BLOCK = 16;

  /** Chunks that one part hashes. */
  private static final int HASHED = 4096;

  private final Placement placement;
  private final SetDigest.Hasher hasher = new SetDigest.Hasher();

  /** By block and slot: both halves; zeros: not hashed yet. */
  private long[][] digests = {};

  ChunkDigests(Placement placement) {
    this.placement = placement;
  }

  /** Hashes all chunks of these moves. After that the parts of a computation may read them. */
  void read(PlacementMoves moves, ParallelParts parts) {
    BitSet slots = new BitSet();
    for (PlacementMoves.WorkerMoves worker : moves.workers()) {
      for (int[] some : List.of(worker.added(), worker.removed(), worker.resized())) {
        for (int slot : some) {
          slots.set(slot);
        }
      }
    }
    slots.stream().forEach(this::block);
    int[] named = slots.stream().toArray();
    parts.ranges(
        named.length,
        HASHED,
        (from, to) -> {
          SetDigest.Hasher own = new SetDigest.Hasher();
          for (int at = from; at < to; at++) {
            hash(named[at], own);
          }
        });
  }

  /** Returns the digest of the chunk that is in a slot now. */
  SetDigest of(int slot) {
    long[] block = block(slot);
    int at = 2 * (slot % BLOCK);
    return block[at] == 0 && block[at + 1] == 0
        ? hash(slot, hasher)
        : new SetDigest(block[at], block[at + 1]);
  }

  private SetDigest hash(int slot, SetDigest.Hasher by) {
    SetDigest digest = by.of(placement.sized(slot));
    long[] block = block(slot);
    block[2 * (slot % BLOCK)] = digest.high();
    block[2 * (slot % BLOCK) + 1] = digest.low();
    return digest;
  }

  private long[] block(int slot) {
    int at = slot / BLOCK;
    if (at >= digests.length) {
      digests = Arrays.copyOf(digests, Math.max(at + 1, 2 * digests.length));
    }
    if (digests[at] == null) {
      digests[at] = new long[2 * BLOCK];
    }
    return digests[at];
  }
}
