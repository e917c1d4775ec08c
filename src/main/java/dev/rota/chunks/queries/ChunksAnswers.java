package dev.rota.chunks.queries;

import dev.rota.chunks.model.ChunksState;
import dev.rota.chunks.model.CurrentGeneration;
import dev.rota.chunks.model.ListingIndex;
import dev.rota.chunks.model.ListingRow;
import dev.rota.chunks.model.WorkerNode;
import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.placement.FactorCliff;
import dev.rota.chunks.placement.PlacementPolicy;
import dev.rota.chunks.placement.SoftwareVersion;
import dev.rota.chunks.rules.WorkerHealth;
import dev.rota.chunks.values.BlockSegment;
import dev.rota.chunks.values.NetworkPolicy;
import dev.rota.chunks.values.OperatorMark;
import dev.rota.chunks.values.WorkerUptime;
import dev.rota.kernel.engine.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The answers to queries about a network, as maps and lists. */
final class ChunksAnswers {
  private ChunksAnswers() {}

  /** Returns the whole network, except the names of held chunks. */
  static Map<String, Object> check(ChunksState state) {
    Map<String, Object> answer = generation(state);
    answer.put("datasets", datasets(state));
    answer.put("listings", listings(state));
    answer.put("workers", workers(state, null));
    answer.put("marks", marks(state));
    answer.put("deadlines", state.deadlines().stream().map(Deadline::toString).toList());
    answer.put("policy", policy(state.policy()));
    return answer;
  }

  /** Returns the policy, with the field names of its record. */
  static Map<String, Object> policy(NetworkPolicy policy) {
    PlacementPolicy placement = policy.placement();
    Map<String, Object> answer = new TreeMap<>();
    answer.put("order", placement.order().name());
    answer.put("rings", placement.rings());
    answer.put("saturation", placement.saturation());
    answer.put("minReplication", placement.minReplication());
    answer.put("ignoreReliability", placement.ignoreReliability());
    answer.put("weights", policy.weights());
    Map<String, Object> segments = new TreeMap<>();
    policy
        .segments()
        .forEach(
            (name, all) -> segments.put(name, all.stream().map(ChunksAnswers::segment).toList()));
    answer.put("segments", segments);
    answer.put("pingTimeoutMs", policy.health().pingTimeout());
    answer.put("forgetAfterMs", policy.health().forgetAfter());
    answer.put("staleBytes", policy.health().staleBytes());
    answer.put("minVersion", text(policy.health().minVersion()));
    answer.put("maxEpochLag", policy.health().maxEpochLag());
    answer.put("debounceMs", policy.gathering().debounce());
    answer.put("debounceMaxMs", policy.gathering().debounceMax());
    answer.put("listingTimeoutMs", policy.gathering().listingTimeout());
    answer.put("capacityBytesMax", policy.capacityMax());
    answer.put("recommendedVersion", text(policy.telling().recommended()));
    answer.put("assignmentDelayMs", policy.telling().assignmentDelay());
    answer.put("snapshotEvery", policy.telling().snapshotEvery());
    answer.put("snapshotAgeMs", policy.telling().snapshotAge());
    answer.put("beats", policy.telling().beatsAnswered() ? "ANSWERED" : "CHANGES");
    answer.put("minUptime", policy.uptime().least());
    answer.put("uptimeWindowMs", policy.uptime().window());
    answer.put("pingIntervalMs", policy.uptime().interval());
    return answer;
  }

  private static Map<String, Object> segment(BlockSegment segment) {
    Map<String, Object> answer = new TreeMap<>();
    answer.put("from", segment.from());
    answer.put("weight", segment.weight());
    answer.put("minVersion", text(segment.leastVersion()));
    return answer;
  }

  private static String text(SoftwareVersion version) {
    return version == null ? null : version.toString();
  }

  /** Returns the current generation, and the time of the next one. */
  static Map<String, Object> generation(ChunksState state) {
    CurrentGeneration standing = state.standing();
    Map<String, Object> answer = new TreeMap<>();
    answer.put("generation", standing.generation());
    answer.put("chunks", state.live().size());
    answer.put("pending", state.pending().size());
    answer.put("nextAt", standing.window().isOpen() ? standing.window().dueAt() : null);
    answer.put("refused", standing.refused());
    answer.put("effectiveFrom", effectiveFrom(standing));
    Map<String, Object> factors = new TreeMap<>();
    state.replication().forEach((weight, factor) -> factors.put(weight.toString(), factor));
    answer.put("replication", factors);
    answer.put("cliffs", state.live().cliffs().stream().map(ChunksAnswers::cliff).toList());
    return answer;
  }

  static Long effectiveFrom(CurrentGeneration standing) {
    return standing.generation() == 0 ? null : (Long) standing.effectiveFrom();
  }

  private static Map<String, Object> cliff(FactorCliff cliff) {
    Map<String, Object> answer = new TreeMap<>();
    answer.put("weight", cliff.weight());
    answer.put("replicationFactor", cliff.factor());
    answer.put("fallsAfterBytes", FactorCliff.told(cliff.fallsAfter()));
    answer.put("droppedBytes", cliff.dropped());
    answer.put("risesAfterBytes", FactorCliff.told(cliff.risesAfter()));
    answer.put("fetchedBytes", cliff.fetched());
    return answer;
  }

  /** Returns the datasets as listed. */
  static List<Object> datasets(ChunksState state) {
    List<Object> answer = new ArrayList<>();
    state
        .datasets()
        .forEach(
            (name, dataset) -> {
              Map<String, Object> one = new TreeMap<>();
              one.put("dataset", name);
              one.put("chunks", dataset.chunks());
              one.put("bytes", dataset.bytes());
              one.put("lastBlock", dataset.lastBlock());
              one.put("excluded", dataset.excluded());
              one.put("weights", dataset.shares().keySet().stream().map(String::valueOf).toList());
              answer.add(one);
            });
    return answer;
  }

  /** Returns open listings of many records. */
  static List<Object> listings(ChunksState state) {
    List<Object> answer = new ArrayList<>();
    state
        .listings()
        .all()
        .forEach(
            (id, row) -> {
              if (!row.complete()) {
                answer.add(listing(state, id, row));
              }
            });
    return answer;
  }

  private static Map<String, Object> listing(ChunksState state, String id, ListingRow row) {
    Map<String, Object> answer = new TreeMap<>();
    answer.put("listing", id);
    answer.put("parts", row.parts());
    answer.put("received", row.received());
    answer.put("missing", row.missing());
    answer.put("expiresAt", ListingIndex.endsAt(row, state.policy()));
    List<Object> datasets = new ArrayList<>();
    for (String dataset : state.claimed(id)) {
      Map<String, Object> one = new TreeMap<>();
      one.put("dataset", dataset);
      one.put("replace", state.coming(dataset).isWhole());
      one.put("chunksToCome", state.coming(dataset).list().chunks());
      one.put("bytesToCome", state.coming(dataset).list().bytes());
      datasets.add(one);
    }
    answer.put("datasets", datasets);
    return answer;
  }

  /**
   * Returns all workers.
   *
   * @param atMillis what time it is; null: nobody says
   */
  static List<Object> workers(ChunksState state, Long atMillis) {
    List<Object> answer = new ArrayList<>();
    state.nodes().all().forEach(node -> answer.add(worker(state, node, atMillis)));
    return answer;
  }

  /** Returns the marked workers, whether they are part of the network or not. */
  static List<Object> marks(ChunksState state) {
    List<Object> answer = new ArrayList<>();
    state
        .marks()
        .all()
        .forEach(
            (worker, mark) -> {
              Map<String, Object> one = mark(mark);
              one.put("worker", worker);
              answer.add(one);
            });
    return answer;
  }

  private static Map<String, Object> mark(OperatorMark mark) {
    Map<String, Object> answer = new TreeMap<>();
    answer.put("reason", mark.reason());
    answer.put("until", mark.until());
    return answer;
  }

  static Map<String, Object> worker(ChunksState state, WorkerNode node, Long atMillis) {
    Map<String, Object> answer = new TreeMap<>();
    answer.put("worker", node.name());
    answer.put("status", node.isThere() ? node.status().name() : "LEFT");
    answer.put("reason", node.reason());
    OperatorMark mark = state.marks().get(node.name());
    answer.put("mark", mark == null ? null : mark(mark));
    WorkerHealth health = node.isThere() ? health(state, node, mark, atMillis) : null;
    WorkerUptime uptime = health == null ? null : health.uptime();
    answer.put("uptime", uptime == null ? null : uptime.share());
    answer.put("statusUntil", health == null ? null : health.until());
    answer.put("capacity", node.isThere() ? node.heard().capacity() : null);
    answer.put("version", node.isThere() ? node.heard().said() : null);
    answer.put("pingedAt", node.isThere() ? node.heard().atMillis() : null);
    answer.put("snapshotAt", node.shown() == null ? null : node.shown().atMillis());
    answer.put("chunks", node.held() == null ? 0 : node.held().chunks());
    answer.put("bytes", node.held() == null ? 0 : node.held().bytes());
    answer.put("digest", node.held() == null ? null : node.held().digest().toString());
    return answer;
  }

  /** Without a time, as of when the worker was last heard or looked at. */
  private static WorkerHealth health(
      ChunksState state, WorkerNode node, OperatorMark mark, Long atMillis) {
    long at = atMillis == null ? node.heard().atMillis() : atMillis;
    return WorkerHealth.of(node, mark, state.policy(), at);
  }

  static Map<String, Object> name(ChunkName name) {
    Map<String, Object> answer = new TreeMap<>();
    answer.put("dataset", name.dataset());
    answer.put("chunk", name.id());
    return answer;
  }
}
