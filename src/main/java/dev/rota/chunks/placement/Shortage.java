package dev.rota.chunks.placement;

/**
 * Why there can be no assignment.
 *
 * @param chunk the position of the chunk that found no place; {@link #ALL}: it is not one chunk's
 * @param name of that chunk; null: it is not one chunk's
 * @param detail what is there and what is asked for, in words
 */
public record Shortage(Reason reason, int chunk, ChunkName name, String detail)
    implements Scheduled, Placed {
  /** What is short. */
  public enum Reason {
    /** The fewest copies of all chunks do not fit (rules 4 and 5). */
    NOT_ENOUGH_CAPACITY,
    /** In {@link PlacementPolicy.Order#SEED}, a planned copy finds no worker (rule 5). */
    NO_WORKER_FOR_CHUNK,
    /** In {@link PlacementPolicy.Order#SEED}, the restricted chunks ask for too much (rule 5). */
    VERSION_RESTRICTION,
    /** More copies, or workers on all rings, than one network can have. */
    TOO_MANY_COPIES
  }

  /**
   * A copy of a chunk finds no worker.
   *
   * @param position of the chunk
   * @param workers how many there are
   */
  public static Shortage nowhere(Reason reason, int position, Chunk chunk, int tag, int workers) {
    String version = chunk.leastVersion() == null ? "" : " of version " + chunk.leastVersion();
    return new Shortage(
        reason,
        position,
        ChunkName.of(chunk),
        "copy "
            + (tag + 1)
            + " of chunk "
            + chunk.id()
            + " of "
            + chunk.dataset()
            + ", "
            + chunk.bytes()
            + " bytes, fits on none of "
            + workers
            + " workers"
            + version);
  }

  /** Each copy of a chunk has a worker of its own, and there are not so many. */
  static Shortage fewWorkers(int position, Chunk chunk, int copies, int workers) {
    return new Shortage(
        Reason.NOT_ENOUGH_CAPACITY,
        position,
        ChunkName.of(chunk),
        "minReplication is "
            + copies
            + ", and only "
            + workers
            + " workers count: each copy is on a worker of its own");
  }

  /** In place of a chunk. */
  public static final int ALL = -1;
}
