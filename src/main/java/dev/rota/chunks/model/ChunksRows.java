package dev.rota.chunks.model;

import static java.util.Objects.requireNonNullElse;

import dev.rota.chunks.values.Policy;
import dev.rota.chunks.values.PolicyCodec;
import dev.rota.table.Codec;
import dev.rota.table.Table;
import dev.rota.table.Tables;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The rows of a network. The assignment has none: it is a function of the rows, each of which knows
 * what is there and what the generation that stands has of it.
 *
 * <pre>
 * 1 policy           one row
 * 2 standing policy  one row: that of the generation that stands
 * 3 standing         one row: the generation, and when the next one is due
 * 4 chunks           see {@link InventoryRows}
 * 5 workers          name -> last ping, status; capacity, load and digest as they stand
 * 6 datasets         see {@link InventoryRows}
 * 7 listings         id -> the parts that have come, of a listing of many records
 * </pre>
 */
final class ChunksRows {
  private final Table<Boolean, Policy> policies;
  private final Table<Boolean, Policy> standingPolicies;
  private final Table<Boolean, CurrentGeneration> standings;
  private final Table<String, Node> workers;
  private final Table<String, ListingRow> listings;
  private final InventoryRows chunks;

  private boolean policyChanged;
  private boolean standingPolicyChanged;
  private boolean standingChanged;

  ChunksRows(Tables tables, InventoryRows chunks) {
    this.chunks = chunks;
    policies = tables.open(1, Codec.SINGLE, PolicyCodec.POLICY);
    standingPolicies = tables.open(2, Codec.SINGLE, PolicyCodec.POLICY);
    standings = tables.open(3, Codec.SINGLE, ChunksCodecs.STANDING);
    workers = tables.open(5, Codec.TEXT, ChunksCodecs.NODE);
    listings = tables.open(7, Codec.TEXT, ChunksCodecs.LISTING);
  }

  void rebuild(ChunksState state) {
    CurrentGeneration standing = requireNonNullElse(standings.get(true), CurrentGeneration.EMPTY);
    state.restore(
        requireNonNullElse(policies.get(true), Policy.DEFAULT),
        requireNonNullElse(standingPolicies.get(true), Policy.DEFAULT),
        standing);
    workers.rebuild((name, node) -> state.nodes().restore(node.named(name)));
    listings.rebuild(state.listings()::restore);
    Map<String, Map<String, Long>> standingChunks = new TreeMap<>();
    chunks.eachSaved(
        (name, row) -> {
          state.inventory().restore(name, row);
          long bytes = row.standing(standing.generation());
          if (bytes != ChunkRow.NONE) {
            standingChunks
                .computeIfAbsent(name.dataset(), dataset -> new LinkedHashMap<>())
                .put(name.id(), bytes);
          }
        });
    state.restore(standingChunks);
  }

  void policyChanged() {
    policyChanged = true;
  }

  void standingPolicyChanged() {
    standingPolicyChanged = true;
  }

  void standingChanged() {
    standingChanged = true;
  }

  /** Whether anything of these is to be saved. */
  boolean isTouched() {
    return policyChanged || standingPolicyChanged || standingChanged;
  }

  void save(ChunksState state) {
    if (policyChanged) {
      policies.put(true, state.policy());
      policyChanged = false;
    }
    if (standingPolicyChanged) {
      standingPolicies.put(true, state.standingPolicy());
      standingPolicyChanged = false;
    }
    if (standingChanged) {
      standings.put(true, state.standing());
      standingChanged = false;
    }
    chunks.save(state.standing().generation());
    for (String name : state.nodes().takeChanged()) {
      Node node = state.nodes().get(name);
      if (node == null) {
        workers.remove(name);
      } else {
        workers.put(name, node);
      }
    }
    for (String id : state.listings().takeChanged()) {
      ListingRow row = state.listings().get(id);
      if (row == null) {
        listings.remove(id);
      } else {
        listings.put(id, row);
      }
    }
  }
}
