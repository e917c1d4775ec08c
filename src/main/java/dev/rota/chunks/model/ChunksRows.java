package dev.rota.chunks.model;

import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.values.NetworkPolicy;
import dev.rota.chunks.values.NetworkPolicyCodec;
import dev.rota.chunks.values.OperatorMark;
import dev.rota.kernel.table.ChangedRows;
import dev.rota.kernel.table.Codec;
import dev.rota.kernel.table.SingleRow;
import dev.rota.kernel.table.Tables;
import java.util.ArrayList;
import java.util.List;

/**
 * The rows of a network. The assignment has no rows, because it is a function of these. Each row
 * holds both the present value and the value in the current generation.
 *
 * <pre>
 * 1 policy           one row
 * 2 standing policy  one row: that of the current generation
 * 3 standing         one row: the current generation, and when the next one is due
 * 4 chunks           see {@link InventoryRows}
 * 5 workers          name -> last ping, status; capacity, load and digest in the generation
 * 6 datasets         see {@link InventoryRows}
 * 7 listings         id -> parts that arrived, of a multi-record listing
 * 8 marks            worker -> why and until when an operator marked it
 * </pre>
 */
final class ChunksRows {
  /** A chunk of the current generation, and its size in bytes. */
  record StandingChunk(ChunkName name, long bytes) {}

  final SingleRow<NetworkPolicy> policy;
  final SingleRow<NetworkPolicy> standingPolicy;
  final SingleRow<CurrentGeneration> standing;
  final ChangedRows<String, WorkerNode> workers;
  final ChangedRows<String, ListingRow> listings;
  final ChangedRows<String, OperatorMark> marks;
  private final InventoryRows chunks;

  ChunksRows(Tables tables, InventoryRows chunks) {
    this.chunks = chunks;
    policy = tables.openSingle(1, NetworkPolicyCodec.POLICY, NetworkPolicy.DEFAULT);
    standingPolicy = tables.openSingle(2, NetworkPolicyCodec.POLICY, NetworkPolicy.DEFAULT);
    standing = tables.openSingle(3, ChunksCodecs.STANDING, CurrentGeneration.EMPTY);
    workers = tables.openChanged(5, Codec.TEXT, ChunksCodecs.NODE);
    listings = tables.openChanged(7, Codec.TEXT, ChunksCodecs.LISTING);
    marks = tables.openChanged(8, Codec.TEXT, ChunksCodecs.MARK);
  }

  void rebuild(ChunksState state) {
    state.restore();
    workers.rebuild((name, node) -> state.nodes().restore(node.named(name)));
    listings.rebuild(state.listings()::restore);
    marks.rebuild(state.marks()::restore);
    long generation = standing.get().generation();
    List<StandingChunk> standingChunks = new ArrayList<>();
    chunks.eachSaved(
        (name, row) -> {
          state.inventory().restore(name, row);
          long bytes = row.standing(generation);
          if (bytes != ChunkRow.NONE) {
            standingChunks.add(new StandingChunk(name, bytes));
          }
        });
    state.restore(standingChunks);
  }

  /** True if rows have changed since the last save. */
  boolean isTouched() {
    return policy.isChanged()
        || standingPolicy.isChanged()
        || standing.isChanged()
        || workers.isMarked()
        || listings.isMarked()
        || marks.isMarked()
        || chunks.isTouched();
  }

  void save(ChunksState state) {
    policy.save();
    standingPolicy.save();
    standing.save();
    chunks.save(standing.get().generation());
    workers.save(state.nodes()::get, node -> node);
    listings.save(state.listings()::get, listing -> listing);
    marks.save(state.marks()::get, mark -> mark);
  }
}
