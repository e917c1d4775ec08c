package dev.rota.shards;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.testing.Vectors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The engine beside a naive one: after every input both have told the same, and are alike; and so
 * has an engine that is reopened from its rows now and then. One seed: {@code -Drota.seed=N}.
 */
class ShardsOracleTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Long SEED = Long.getLong("rota.seed");
  private static final int HISTORIES = Integer.getInteger("rota.laws.seeds", 400);
  private static final int STEPS = 300;
  private static final int MUTANTS_HISTORIES = 40;

  /** What the histories have to reach. */
  private static final List<String> EVERYTHING = List.of();

  @Test
  void theNaiveOneIsRightByTheVectors() throws IOException {
    int played = 0;
    for (Path file : Vectors.files("shards")) {
      JsonNode vectors = JSON.readTree(file.toFile());
      for (JsonNode scenario : vectors.path("scenarios")) {
        played += new NaiveShardsVectors().play(scenario, vectors.path("defaults"));
      }
    }
    assertThat(played).isPositive();
  }

  @Test
  void theEngineAgreesWithTheNaiveOneAfterEveryStep() {
    Map<String, Integer> seen = new TreeMap<>();
    int histories = SEED == null ? HISTORIES : 1;
    for (int i = 0; i < histories; i++) {
      new NaiveShardsDuel(new ShardsDomain(), SEED == null ? i + 1 : SEED)
          .play(STEPS)
          .forEach((what, times) -> seen.merge(what, times, Integer::sum));
    }
    StringBuilder told = new StringBuilder("shards oracle: ").append(histories);
    told.append(" histories, ").append(histories * STEPS).append(" steps, all equal");
    seen.forEach((what, times) -> told.append("\n  ").append(times).append(' ').append(what));
    System.out.println(told);
    if (SEED == null) {
      assertThat(seen.keySet())
          .as("a history that never gets somewhere proves nothing about it")
          .containsAll(EVERYTHING);
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatIsWrongInOneWayIsFoundByTheComparisonOfThat(MutantShards mutant) {
    assertThat(foundBy(mutant)).startsWith(mutant.foundBy);
  }

  private static String foundBy(MutantShards mutant) {
    for (long seed = 1; seed <= MUTANTS_HISTORIES; seed++) {
      try {
        new NaiveShardsDuel(mutant.domain(), seed).play(STEPS);
      } catch (AssertionError found) {
        return found.getCause().getMessage();
      }
    }
    return "nothing";
  }
}
