package dev.rota.chunks.model;

import dev.rota.chunks.values.Policy;
import java.util.List;

/** What may be asked of a network. */
public sealed interface ChunksInput {
  /**
   * Chunks came or went: a listing of one record, or a part of one of many.
   *
   * @param whole what is not added goes
   * @param piece what it is of a listing of many records
   */
  record Listing(
      String dataset, List<Added> added, List<String> removed, boolean whole, Piece piece)
      implements ChunksInput {}

  /**
   * A record's place in a listing.
   *
   * @param listing its id; null: the record is all of it
   * @param part from 0
   * @param parts how many there are; null: not said
   * @param abort the listing is given up
   */
  record Piece(String listing, int part, Integer parts, boolean abort) {
    /** The record is all of its listing. */
    public static final Piece ALL = new Piece(null, 0, null, false);
  }

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
