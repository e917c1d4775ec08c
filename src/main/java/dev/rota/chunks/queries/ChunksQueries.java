package dev.rota.chunks.queries;

import dev.rota.chunks.model.ChunkRow;
import dev.rota.chunks.model.ChunksState;
import dev.rota.chunks.model.FutureChunkList;
import dev.rota.chunks.model.WorkerNode;
import dev.rota.chunks.placement.Chunk;
import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.rules.ChunkAbsence;
import dev.rota.chunks.rules.ChunkAbsence.BeforeSegments;
import dev.rota.chunks.rules.ChunkAbsence.NotYetPlaced;
import dev.rota.chunks.values.GenerationWindow;
import dev.rota.chunks.values.NetworkPolicy;
import dev.rota.kernel.domain.BadArgument;
import dev.rota.kernel.domain.Query;
import dev.rota.kernel.domain.QueryArguments;
import dev.rota.kernel.domain.QueryHelp;
import dev.rota.kernel.domain.ReasonGroups;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The queries about a network, by name. They run between turns. */
public final class ChunksQueries {
  private static final int LIMIT = 100;

  private ChunksQueries() {}

  public static Map<String, Query<ChunksState>> all() {
    Map<String, Query<ChunksState>> all = new TreeMap<>();
    all.put("state", (state, _) -> ChunksWholeState.of(state));
    all.put("limits", (state, _) -> LimitingWorkers.of(state));
    all.put("assignment", Query.of(ChunksQueries::assignment, "worker"));
    all.put("check", (state, _) -> ChunksAnswers.check(state));
    all.put("generation", (state, _) -> ChunksAnswers.generation(state));
    all.put("reasons", (state, _) -> reasons(state));
    all.put("policy", (state, _) -> ChunksAnswers.policy(state.policy()));
    all.put("datasets", (state, _) -> ChunksAnswers.datasets(state));
    all.put("listings", (state, _) -> ChunksAnswers.listings(state));
    all.put("workers", Query.of((state, args) -> ChunksAnswers.workers(state, at(args)), "at"));
    all.put("marks", (state, _) -> ChunksAnswers.marks(state));
    all.put("worker", Query.of(ChunksQueries::worker, "worker", "limit", "at"));
    all.put("status.json", (state, _) -> SqdStatus.of(state));
    all.put(
        "metrics.txt",
        Query.of((state, args) -> SqdMetrics.of(state, args.requiredText("network")), "network"));
    all.put("chunk", Query.of(ChunksQueries::chunk, "dataset", "chunk"));
    return QueryHelp.given(all, NetworkQueryHelp.TEXT);
  }

  /** Returns the policy, with the field names of its record. */
  public static Map<String, Object> policy(NetworkPolicy policy) {
    return ChunksAnswers.policy(policy);
  }

  /** All chunks that wait do so for the next generation. */
  private static Object reasons(ChunksState state) {
    GenerationWindow window = state.standing().window();
    ReasonGroups groups = new ReasonGroups();
    if (state.pending().size() > 0) {
      Long since = window.isOpen() ? (Long) window.openedAt() : null;
      groups.add(NextGeneration.told(state), null, state.pending().size(), since);
    }
    return groups.told();
  }

  private static Long at(QueryArguments args) {
    return args.has("at") ? (Long) args.number("at") : null;
  }

  /** Arguments: worker; limit, the maximum of named chunks; at. */
  private static Object worker(ChunksState state, QueryArguments args) {
    WorkerNode node = state.nodes().get(args.requiredText("worker"));
    if (node == null) {
      return Map.of("error", "NOT_FOUND");
    }
    long limit = args.number("limit", LIMIT);
    if (limit < 0) {
      throw new BadArgument("the argument 'limit' is " + limit + ": it is at least 0");
    }
    Map<String, Object> answer = ChunksAnswers.worker(state, node, at(args));
    List<Object> chunks = new ArrayList<>();
    Arrays.stream(state.live().held(node.id()))
        .limit(limit)
        .forEach(slot -> chunks.add(ChunksAnswers.name(ChunkName.of(state.live().chunk(slot)))));
    answer.put("held", chunks);
    return answer;
  }

  /** Argument: worker. Returns its whole set with sizes, by dataset, however large. */
  private static Object assignment(ChunksState state, QueryArguments args) {
    WorkerNode node = state.nodes().get(args.requiredText("worker"));
    if (node == null) {
      return Map.of("error", "NOT_FOUND");
    }
    Map<String, Map<String, Long>> datasets = new TreeMap<>();
    for (int slot : state.live().held(node.id())) {
      Chunk chunk = state.live().chunk(slot);
      datasets
          .computeIfAbsent(chunk.dataset(), _ -> new TreeMap<>())
          .put(chunk.id(), chunk.bytes());
    }
    Map<String, Object> answer = ChunksAnswers.worker(state, node, null);
    answer.put("generation", state.standing().generation());
    answer.put("effectiveFrom", ChunksAnswers.effectiveFrom(state.standing()));
    answer.put("datasets", datasets);
    return answer;
  }

  /** Arguments: dataset, chunk. */
  private static Object chunk(ChunksState state, QueryArguments args) {
    ChunkName name = new ChunkName(args.requiredText("dataset"), args.requiredText("chunk"));
    ChunkRow row = state.chunk(name);
    if (row.isNothing(state.standing().generation())) {
      return Map.of("error", "NOT_FOUND");
    }
    long standing = row.standing(state.standing().generation());
    Map<String, Object> answer = ChunksAnswers.name(name);
    answer.put("bytes", row.listed() == ChunkRow.NONE ? null : row.listed());
    answer.put("standingBytes", standing == ChunkRow.NONE ? null : standing);
    FutureChunkList coming = state.coming(name.dataset());
    if (coming != null) {
      long toCome = coming.toCome(row);
      answer.put("listing", coming.listing());
      answer.put("bytesToCome", toCome == ChunkRow.NONE ? null : toCome);
    }
    List<Object> workers = new ArrayList<>();
    int slot = state.live().slot(name);
    for (WorkerNode node : state.nodes().all()) {
      if (Arrays.stream(state.live().held(node.id())).anyMatch(held -> held == slot)) {
        workers.add(node.name());
      }
    }
    answer.put("workers", workers);
    answer.put("reason", reason(state, name, row));
    if (slot >= 0) {
      answer.put("weight", state.live().chunk(slot).weight());
      answer.put("planned", state.live().planned(slot));
      int[] unplaced = {0};
      state.live().eachUnplaced((other, copies) -> unplaced[0] += other == slot ? copies : 0);
      answer.put("unplaced", unplaced[0]);
    }
    return answer;
  }

  /** Returns why a chunk has no worker or another size than listed, or null. */
  private static String reason(ChunksState state, ChunkName name, ChunkRow row) {
    ChunkAbsence absence = ChunkAbsence.of(state, name);
    if (absence instanceof BeforeSegments) {
      return "BEFORE_FIRST_SEGMENT";
    }
    boolean waits = absence instanceof NotYetPlaced || row.isPending(state.standing().generation());
    return !waits ? null : state.standing().refused() == null ? "PENDING" : "GENERATION_REFUSED";
  }
}
