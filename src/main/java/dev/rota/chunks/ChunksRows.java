package dev.rota.chunks;

import static java.util.Objects.requireNonNullElse;

import dev.rota.table.Codec;
import dev.rota.table.Table;
import dev.rota.table.Tables;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The rows of a network. The assignment has none: it is a function of the rows, each of which knows
 * what is listed and what the generation that stands has of it.
 *
 * <pre>
 * 1 policy           one row
 * 2 standing policy  one row: that of the generation that stands
 * 3 standing         one row: the generation, and when the next one is due
 * 4 chunks           dataset, chunk -> bytes as listed, and as they stand
 * 5 workers          name -> last ping, status; capacity, load and digest as they stand
 * </pre>
 */
final class ChunksRows {
  private static final int PAGE = 1024;

  private final Table<Boolean, Policy> policies;
  private final Table<Boolean, Policy> standingPolicies;
  private final Table<Boolean, Standing> standings;
  private final Table<ChunkName, ChunkRow> chunks;
  private final Table<String, Node> workers;

  private final Map<ChunkName, ChunkRow> changed = new LinkedHashMap<>();
  private boolean policyChanged;
  private boolean standingPolicyChanged;
  private boolean standingChanged;

  ChunksRows(Tables tables) {
    policies = tables.open(1, Codec.SINGLE, PolicyCodec.POLICY);
    standingPolicies = tables.open(2, Codec.SINGLE, PolicyCodec.POLICY);
    standings = tables.open(3, Codec.SINGLE, ChunksCodecs.STANDING);
    chunks = tables.open(4, ChunksCodecs.CHUNK_NAME, ChunksCodecs.CHUNK);
    workers = tables.open(5, Codec.TEXT, ChunksCodecs.NODE);
  }

  void rebuild(ChunksState state) {
    Standing standing = requireNonNullElse(standings.get(true), Standing.EMPTY);
    state.restore(
        requireNonNullElse(policies.get(true), Policy.DEFAULT),
        requireNonNullElse(standingPolicies.get(true), Policy.DEFAULT),
        standing);
    workers.rebuild((name, node) -> state.nodes().restore(node.named(name)));
    Map<String, Map<String, Long>> standingChunks = new TreeMap<>();
    chunks.rebuild(
        (name, row) -> {
          state.restore(name, row);
          long bytes = row.standing(standing.generation());
          if (bytes != ChunkRow.NONE) {
            standingChunks
                .computeIfAbsent(name.dataset(), dataset -> new LinkedHashMap<>())
                .put(name.id(), bytes);
          }
        });
    state.restore(standingChunks);
  }

  /** The row, as it is to be. */
  ChunkRow chunk(ChunkName name) {
    ChunkRow row = changed.get(name);
    return row != null ? row : requireNonNullElse(chunks.get(name), ChunkRow.UNKNOWN);
  }

  /** {@link ChunkRow#UNKNOWN}: there is none any more. */
  void put(ChunkName name, ChunkRow row) {
    changed.put(name, row);
  }

  /** All that is listed of a dataset, by id. */
  Map<String, Long> listed(String dataset) {
    Map<String, Long> listed = new LinkedHashMap<>();
    ChunkName last = new ChunkName(dataset, "");
    List<Map.Entry<ChunkName, ChunkRow>> page;
    do {
      page = chunks.page(last, PAGE);
      for (Map.Entry<ChunkName, ChunkRow> row : page) {
        last = row.getKey();
        if (last.dataset().equals(dataset)) {
          put(listed, last.id(), row.getValue().listed());
        }
      }
    } while (!page.isEmpty() && last.dataset().equals(dataset));
    changed.forEach(
        (name, row) -> {
          if (name.dataset().equals(dataset)) {
            put(listed, name.id(), row.listed());
          }
        });
    return listed;
  }

  private static void put(Map<String, Long> listed, String id, long bytes) {
    if (bytes == ChunkRow.NONE) {
      listed.remove(id);
    } else {
      listed.put(id, bytes);
    }
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
    for (Map.Entry<ChunkName, ChunkRow> row : changed.entrySet()) {
      if (row.getValue().equals(ChunkRow.UNKNOWN)) {
        chunks.remove(row.getKey());
      } else {
        chunks.put(row.getKey(), row.getValue());
      }
    }
    changed.clear();
    for (String name : state.nodes().takeChanged()) {
      Node node = state.nodes().get(name);
      if (node == null) {
        workers.remove(name);
      } else {
        workers.put(name, node);
      }
    }
  }
}
