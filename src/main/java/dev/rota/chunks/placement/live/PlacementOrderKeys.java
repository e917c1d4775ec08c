package dev.rota.chunks.placement.live;

import dev.rota.chunks.placement.PlacementPolicy;
import dev.rota.chunks.placement.PlacementPolicy.Order;

/**
 * The order in which copies are placed (rule 5), each turn as one number. {@link Order#SEED} orders
 * by chunk and tag. {@link Order#HEAD} orders by round and chunk. Restricted chunks come first.
 */
final class PlacementOrderKeys {
  private static final int LABEL_BITS = 46;

  private final ChunkSlots chunks;
  private final boolean byChunk;
  private final int floor;

  PlacementOrderKeys(ChunkSlots chunks, PlacementPolicy policy) {
    this.chunks = chunks;
    byChunk = policy.order() == Order.SEED;
    floor = policy.minReplication();
  }

  /** Returns a copy's key: unique and not negative. Inserting chunks may change it. */
  long key(int slot, int tag) {
    int free = chunks.restricted(slot) ? 0 : 1;
    if (byChunk) {
      return ((long) free << LABEL_BITS | chunks.label(slot)) << Character.SIZE | tag;
    }
    long round = tag >= floor ? 2L * tag + free : tag + (long) free * floor;
    return round << LABEL_BITS | chunks.label(slot);
  }

  long bytes(int slot) {
    return chunks.bytes(slot);
  }

  boolean byChunk() {
    return byChunk;
  }

  /** True if a copy is mandatory. */
  boolean isFloor(int tag) {
    return byChunk || tag < floor;
  }
}
