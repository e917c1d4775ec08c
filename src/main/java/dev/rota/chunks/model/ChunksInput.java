package dev.rota.chunks.model;

import dev.rota.chunks.values.NetworkPolicy;
import java.util.List;

/** The inputs of a network. */
public sealed interface ChunksInput {
  /**
   * Chunks are added or removed, by a single-record listing or a part of a multi-record one.
   *
   * @param whole true if chunks that are not added are removed
   * @param piece the record's place in its listing
   */
  record Listing(
      String dataset, List<Added> added, List<String> removed, boolean whole, Piece piece)
      implements ChunksInput {}

  /**
   * A record's place in a listing.
   *
   * @param listing id of the listing; null: a single-record listing
   * @param part from 0
   * @param parts number of parts; null: not said
   * @param abort true if the listing is abandoned
   */
  record Piece(String listing, int part, Integer parts, boolean abort) {
    public static final Piece ALL = new Piece(null, 0, null, false);
  }

  record Added(String chunk, long bytes) {}

  /**
   * A worker's ping.
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
   * New settings, or a command.
   *
   * @param snapshot null: not requested
   * @param mark null: no worker is marked
   * @param unsupported fields with symbols that this version does not know
   */
  record PolicyChange(
      NetworkPolicy.Settings settings, Showing snapshot, Marking mark, List<String> unsupported)
      implements ChunksInput {}

  /**
   * Marks a worker, or lifts its mark.
   *
   * @param reason null: it is lifted
   * @param until epoch ms; null: until it is lifted
   */
  record Marking(String worker, String reason, Long until) {}

  /**
   * Requests snapshots of workers' sets.
   *
   * @param worker the only worker; null: all workers
   */
  record Showing(String worker) {}
}
