package dev.rota.chunks;

import java.util.List;

/** What may be asked of a network. */
public sealed interface ChunksInput {
  /**
   * Chunks came or went.
   *
   * @param whole what is not added goes
   */
  record Listing(String dataset, List<Added> added, List<String> removed, boolean whole)
      implements ChunksInput {}

  /** A chunk that is to be stored. */
  record Added(String chunk, long bytes) {}

  /**
   * A worker lives.
   *
   * @param version null: not said
   * @param stored bytes; null: not said
   * @param epoch null: not said
   */
  record Ping(
      String worker,
      long capacity,
      String version,
      Long stored,
      Long epoch,
      boolean leaving,
      boolean suspicious)
      implements ChunksInput {}

  /**
   * Other settings, or a command.
   *
   * @param snapshot null: none is asked for
   * @param unsupported fields with symbols that this version does not know
   */
  record PolicyChange(Policy.Settings settings, Showing snapshot, List<String> unsupported)
      implements ChunksInput {}

  /**
   * Whole sets are to be published.
   *
   * @param worker its own only; null: all workers'
   */
  record Showing(String worker) {}
}
