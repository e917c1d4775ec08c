package dev.rota.chunks.placement;

/** Why a worker does not take a copy that comes to it (rules 5 and 6). */
public sealed interface CopyRefusal {
  /**
   * It has no room.
   *
   * @param load bytes of copies with earlier turns that it holds, of the pass
   * @param bytes of the chunk
   */
  record NoRoom(long load, long capacity, long bytes) implements CopyRefusal {
    /** Returns the bytes by which the copy is too large; nothing is missing: it fits. */
    public long missing() {
      return Math.max(0, bytes - (capacity - load));
    }
  }

  /**
   * It holds another copy of the chunk.
   *
   * @param tag of that copy, lower than that of the one that comes
   */
  record HoldsAnother(int tag) implements CopyRefusal {}

  /**
   * Its version is older than the one that the segment asks for.
   *
   * @param version null: unknown
   */
  record OldVersion(SoftwareVersion version, SoftwareVersion least) implements CopyRefusal {}

  /** The pass is over reliable workers, and it is none. */
  record NotReliable() implements CopyRefusal {}

  /** Returns what keeps a worker from a chunk that it holds no copy of; null: nothing. */
  static CopyRefusal of(PlacementWorker worker, Chunk chunk, PlacementPolicy policy, long load) {
    if (!policy.counts(worker)) {
      return new NotReliable();
    }
    if (!worker.satisfies(chunk.leastVersion())) {
      return new OldVersion(worker.version(), chunk.leastVersion());
    }
    NoRoom full = new NoRoom(load, worker.capacity(), chunk.bytes());
    return full.missing() > 0 ? full : null;
  }
}
