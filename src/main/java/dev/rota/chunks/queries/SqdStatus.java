package dev.rota.chunks.queries;

import dev.rota.chunks.model.ChunksState;
import dev.rota.chunks.model.CurrentGeneration;
import dev.rota.chunks.model.WorkerNode;
import dev.rota.chunks.placement.SoftwareVersion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A network's {@code status.json}, with the fields of SQD's scheduler (section 7). */
final class SqdStatus {
  private static final long SECOND_MILLIS = 1_000;

  private SqdStatus() {}

  static Map<String, Object> of(ChunksState state) {
    Map<String, Object> config = new LinkedHashMap<>();
    config.put("supported_worker_versions", from(state.policy().health().minVersion()));
    config.put("recommended_worker_versions", from(state.policy().telling().recommended()));
    Map<String, Object> status = new LinkedHashMap<>();
    status.put("config", config);
    status.put("workers", workers(state));
    status.put("datasets", datasets(state));
    status.put("assignment_timestamp_sec", madeAt(state));
    Long effective = ChunksAnswers.effectiveFrom(state.standing());
    status.put("effective_from", effective == null ? null : effective / SECOND_MILLIS);
    return status;
  }

  private static String from(SoftwareVersion version) {
    return version == null ? "*" : ">=" + version;
  }

  private static List<Object> workers(ChunksState state) {
    List<Object> workers = new ArrayList<>();
    for (WorkerNode node : state.nodes().all()) {
      if (node.isThere()) {
        Map<String, Object> worker = new LinkedHashMap<>();
        worker.put("peer_id", node.name());
        worker.put("status", status(node));
        if (node.heard().said() != null) {
          worker.put("version", node.heard().said());
        }
        workers.add(worker);
      }
    }
    return workers;
  }

  static String status(WorkerNode node) {
    return node.status().name().toLowerCase(Locale.ROOT);
  }

  private static List<Object> datasets(ChunksState state) {
    List<Object> datasets = new ArrayList<>();
    state
        .datasets()
        .forEach(
            (name, dataset) -> {
              Map<String, Object> one = new LinkedHashMap<>();
              one.put("id", name);
              one.put("height", dataset.height());
              datasets.add(one);
            });
    return datasets;
  }

  /** When the current generation was made, epoch s; null: there is none. */
  static Long madeAt(ChunksState state) {
    CurrentGeneration standing = state.standing();
    long delay = state.standingPolicy().telling().assignmentDelay();
    return standing.generation() == 0
        ? null
        : (Long) ((standing.effectiveFrom() - delay) / SECOND_MILLIS);
  }
}
