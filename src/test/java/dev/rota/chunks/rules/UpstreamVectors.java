package dev.rota.chunks.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.chunks.model.WorkerStatus;
import dev.rota.chunks.placement.PlacementPolicy.Order;
import dev.rota.chunks.placement.SoftwareVersion;
import dev.rota.chunks.rules.ChunksConformanceTest.Vector;
import dev.rota.chunks.rules.UpstreamNetwork.Movement;
import dev.rota.chunks.values.BlockSegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The numbers that SQD's own tests expect of networks which the file tells in words. */
final class UpstreamVectors {
  private static final long GIB = 1L << 30;

  private UpstreamVectors() {}

  static List<Vector> of(JsonNode file) {
    List<Vector> vectors = new ArrayList<>();
    for (JsonNode row : file.path("cases")) {
      String name = row.path("name").asText();
      vectors.add(new Vector(name, () -> upstream(name, row.path("expect"))));
    }
    JsonNode rule = file.path("worker_status_rule");
    for (JsonNode row : rule.path("rows")) {
      vectors.add(new Vector("status " + row, () -> status(rule.path("thresholds"), row)));
    }
    for (JsonNode row : file.path("weight_segments")) {
      vectors.add(new Vector("segments " + row.path("weights"), () -> segments(row)));
    }
    return vectors;
  }

  private static void upstream(String name, JsonNode expect) {
    if (name.startsWith("scenario_factors")) {
      assertThat(UpstreamNetwork.factors(name.endsWith("multi")))
          .hasValueSatisfying(all -> sameFactors(all, expect));
    } else if (name.equals("backoff_counterexample")) {
      sameFactors(UpstreamNetwork.backOff().replication(), expect);
    } else {
      for (Order order : Order.values()) {
        moved(UpstreamNetwork.movement(name, order), order, expect);
      }
    }
  }

  private static void sameFactors(Map<Integer, Integer> factors, JsonNode expect) {
    assertThat(factors).isEqualTo(NetworkVectors.byWeight(expect.path("replication"))).isNotEmpty();
  }

  /** Where the orders differ, each has its own numbers. */
  private static void moved(Movement movement, Order order, JsonNode expect) {
    Map<String, Supplier<Object>> known =
        Map.of(
            "shuffled_count", movement::shuffled,
            "shuffled_gib_floor", () -> movement.shuffledBytes() / GIB,
            "new_bytes", movement::newBytes,
            "replacement_download_gib", () -> movement.joinedBytes() / GIB,
            "existing_download_gib", () -> movement.gainedBytes() / GIB);
    TreeMap<String, JsonNode> numbers = new TreeMap<>();
    expect.properties().forEach(field -> numbers.put(field.getKey(), field.getValue()));
    JsonNode own = expect.path(order == Order.HEAD ? "head" : "seed");
    own.properties().forEach(field -> numbers.put(field.getKey(), field.getValue()));
    numbers.keySet().removeAll(List.of("head", "seed"));
    JsonNode factors = numbers.remove("replication");
    if (factors != null) {
      assertThat(movement.replication()).isEqualTo(NetworkVectors.byWeight(factors));
    }
    assertThat(known.keySet()).containsAll(numbers.keySet());
    numbers.forEach(
        (what, number) ->
            assertThat(((Number) known.get(what).get()).longValue())
                .as("%s in %s", what, order)
                .isEqualTo(number.asLong()));
  }

  private static void status(JsonNode thresholds, JsonNode row) {
    JsonNode lag =
        row.has("max_epoch_lag") ? row.path("max_epoch_lag") : thresholds.path("max_epoch_lag");
    WorkerStatus.Limits limits =
        new WorkerStatus.Limits(
            thresholds.path("inactive_before_ms").asLong(),
            thresholds.path("stale_bytes").asLong(),
            SoftwareVersion.parse(thresholds.path("min_version").asText()),
            WorkerStatus.Limits.leastEpoch(number(row.path("max_epoch")), number(lag)));
    WorkerStatus.Ping ping =
        new WorkerStatus.Ping(
            row.path("timestamp").asLong(),
            row.path("stored_bytes").asLong(),
            row.path("version").isTextual()
                ? SoftwareVersion.parse(row.path("version").asText())
                : null,
            number(row.path("epoch")),
            false);

    assertThat(WorkerStatus.of(ping, limits).name())
        .isEqualToIgnoringCase(row.path("status").asText());
  }

  private static Long number(JsonNode node) {
    return node.isNumber() ? node.asLong() : null;
  }

  private static void segments(JsonNode row) {
    List<BlockSegment> segments = new ArrayList<>();
    for (JsonNode segment : row.path("segments")) {
      segments.add(
          new BlockSegment(segment.path("from").asLong(), segment.path("weight").asInt(), null));
    }
    List<Integer> weights = new ArrayList<>();
    for (JsonNode block : row.path("first_blocks")) {
      weights.add(BlockSegment.of(segments, block.asLong(), 1_000_000).orElseThrow().weight());
    }
    List<Integer> expected = new ArrayList<>();
    row.path("weights").forEach(weight -> expected.add(weight.asInt()));
    assertThat(weights).isEqualTo(expected).isNotEmpty();
  }
}
