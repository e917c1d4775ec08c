package dev.rota.chunks.placement;

/**
 * The reason why there is no assignment.
 *
 * @param chunk the position of the chunk without a place, or {@link #ALL}
 * @param name of that chunk, or null
 * @param detail what is available and what is needed, in words
 */
public record PlacementShortage(Reason reason, int chunk, ChunkName name, String detail)
    implements ScheduleResult, PlacementResult {
  public enum Reason {
    /** The minimum copies of all chunks do not fit (rules 4 and 5). */
    NOT_ENOUGH_CAPACITY,
    /** In {@link PlacementPolicy.Order#SEED}, a planned copy finds no worker (rule 5). */
    NO_WORKER_FOR_CHUNK,
    /** In {@link PlacementPolicy.Order#SEED}, restricted chunks need too much (rule 5). */
    VERSION_RESTRICTION,
    /** Copies, or workers times rings, exceed the maximum of one network. */
    TOO_MANY_COPIES
  }

  /**
   * A copy of a chunk finds no worker.
   *
   * @param position of the chunk
   * @param workers the number of workers
   */
  public static PlacementShortage nowhere(
      Reason reason, int position, Chunk chunk, int tag, int workers) {
    String version = chunk.leastVersion() == null ? "" : " of version " + chunk.leastVersion();
    return new PlacementShortage(
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

  /** Each copy of a chunk needs a worker of its own, and there are too few. */
  static PlacementShortage fewWorkers(int position, Chunk chunk, int copies, int workers) {
    return new PlacementShortage(
        Reason.NOT_ENOUGH_CAPACITY,
        position,
        ChunkName.of(chunk),
        "minReplication is "
            + copies
            + ", and only "
            + workers
            + " workers count: each copy is on a worker of its own");
  }

  /** The position for a shortage that is not one chunk's. */
  public static final int ALL = -1;
}
