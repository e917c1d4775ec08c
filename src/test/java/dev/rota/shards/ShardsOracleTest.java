package dev.rota.shards;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.testing.Vectors;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The engine beside a naive one: after every input both have told the same, and are alike. */
class ShardsOracleTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void theNaiveOneIsRightByTheVectors() throws IOException {
    int steps = 0;
    for (Path file : Vectors.files("shards")) {
      JsonNode vectors = JSON.readTree(file.toFile());
      for (JsonNode scenario : vectors.path("scenarios")) {
        steps += new NaiveShardsVectors().play(scenario, vectors.path("defaults"));
      }
    }
    assertThat(steps).isPositive();
  }
}
