package dev.rota.chunks.queries;

import dev.rota.chunks.model.ChunksState;
import dev.rota.chunks.model.WorkerNode;
import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.rules.FactorShortfall;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Which workers keep the factors low in the current generation (rules 4 and 5). */
final class LimitingWorkers {
  private static final int UNCOUNTED_TOLD = 100;

  private LimitingWorkers() {}

  static Map<String, Object> of(ChunksState state) {
    Map<String, Object> answer = new TreeMap<>();
    answer.put("generation", state.standing().generation());
    answer.put("refused", state.standing().refused());
    answer.put("counting", state.live().counting());
    answer.put("weights", FactorShortfall.of(state).stream().map(LimitingWorkers::weight).toList());
    List<Object> uncounted = new ArrayList<>();
    for (WorkerNode node : state.nodes().all()) {
      if (!FactorShortfall.counts(state, node) && uncounted.size() < UNCOUNTED_TOLD) {
        uncounted.add(uncounted(node));
      }
    }
    answer.put("uncounted", uncounted);
    return answer;
  }

  private static Map<String, Object> uncounted(WorkerNode node) {
    Map<String, Object> answer = new TreeMap<>();
    answer.put("worker", node.name());
    answer.put("status", node.isThere() ? node.status().name() : "LEFT");
    answer.put("reason", node.reason());
    return answer;
  }

  private static Map<String, Object> weight(FactorShortfall limit) {
    Map<String, Object> answer =
        limit.chunk() == null ? new TreeMap<>() : ChunksAnswers.name(ChunkName.of(limit.chunk()));
    answer.put("weight", limit.weight());
    answer.put("replicationFactor", limit.factor());
    answer.put("wantedFactor", limit.wanted());
    answer.put("limit", limit.limit().name());
    answer.put("detail", limit.detail());
    answer.put("worker", limit.worker() == null ? null : limit.worker().id().toString());
    answer.put("missingBytes", limit.worker() == null ? null : limit.missing());
    return answer;
  }
}
