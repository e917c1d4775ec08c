package dev.rota.chunks.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.chunks.placement.ReplicationFactors;
import dev.rota.chunks.rules.ChunksConformanceTest.Vector;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Replication factors by weight. */
final class FactorVectors {
  private FactorVectors() {}

  static List<Vector> of(JsonNode rows) {
    List<Vector> vectors = new ArrayList<>();
    for (JsonNode row : rows) {
      vectors.add(
          new Vector(
              row.path("size_by_weight") + " in " + row.path("capacity"), () -> factors(row)));
    }
    return vectors;
  }

  private static void factors(JsonNode row) {
    TreeMap<Integer, Long> bytes = new TreeMap<>();
    row.path("size_by_weight")
        .properties()
        .forEach(entry -> bytes.put(Integer.valueOf(entry.getKey()), entry.getValue().asLong()));
    var factors =
        ReplicationFactors.of(
            bytes,
            row.path("capacity").asLong(),
            row.path("min_replication").asInt(),
            row.path("max_replication").asInt());

    if (row.path("expected").isTextual()) {
      assertThat(row.path("expected").asText()).isEqualTo("NotEnoughCapacity");
      assertThat(factors).isEmpty();
    } else {
      assertThat(factors)
          .hasValueSatisfying(
              all -> assertThat(all).isEqualTo(NetworkVectors.byWeight(row.path("expected"))));
    }
  }
}
