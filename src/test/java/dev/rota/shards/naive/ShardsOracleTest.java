package dev.rota.shards.naive;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.shards.EndReason;
import dev.rota.shards.EnvironmentOutcomeKind;
import dev.rota.shards.ExecutionRefusal;
import dev.rota.shards.FenceReason;
import dev.rota.shards.GoneReason;
import dev.rota.shards.PolicyReason;
import dev.rota.shards.RejectReason;
import dev.rota.shards.ReportKind;
import dev.rota.shards.ShardPolicy;
import dev.rota.shards.ShardsDomain;
import dev.rota.shards.WorkerOutcomeKind;
import dev.rota.shards.model.MutantShards;
import dev.rota.testing.Vectors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.Schema;
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
  private static final List<String> RULES =
      List.of(
          "C1 of one instant: lease, lease",
          "C1 of one instant: lease, stop",
          "C1 of one instant: session, lease",
          "C1 of one instant: session, session",
          "C1 of one instant: session, stop",
          "C2 the clock went back",
          "D2 while nobody serves",
          "D3 goes on while stopped",
          "E2 another environment meanwhile",
          "F6 a beat without an answer",
          "F7 of one that leaves",
          "L4 passed over",
          "L6 by bytes",
          "L6 by count",
          "Q2 over and empty",
          "Q3 it began before",
          "Q3 later than granted",
          "Q4 by its own quantum",
          "S1 the first transaction made it",
          "S3 pending or running",
          "S3 with an empty pool",
          "T4 after a pending one",
          "T4 after an included one",
          "T4 the first",
          "W3 it does not wait",
          "W3 the last worker, out of turn",
          "X3 not all of the batch",
          "X7 alone of several",
          "X7 alone though nothing is taken out",
          "X7 forgiven",
          "X7 through");

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
          .containsAll(RULES)
          .containsAll(whatTheSchemasName());
    }
  }

  /** Every outcome, reason and command, and every setting of the policy. */
  private static List<String> whatTheSchemasName() {
    Map<String, List<? extends Enum<?>>> symbols =
        Map.of(
            "ShardAssignment end ", List.of(EndReason.values()),
            "ExecutionAccepted ", List.of(ReportKind.values()),
            "ExecutionRefused ", List.of(ExecutionRefusal.values()),
            "TransactionOutcome REJECTED ", List.of(RejectReason.values()),
            "WorkerOutcome ", List.of(WorkerOutcomeKind.values()),
            "WorkerGone ", List.of(GoneReason.values()),
            "WorkerFenced ", List.of(FenceReason.values()),
            "EnvironmentOutcome ", List.of(EnvironmentOutcomeKind.values()),
            "PolicyOutcome REFUSED ", List.of(PolicyReason.values()));
    List<String> names = new ArrayList<>(List.of("ShardAssignment", "ShardBlock", "Terminated"));
    symbols.forEach((kind, all) -> all.forEach(symbol -> names.add(kind + symbol)));
    for (String outcome : List.of("ACCEPTED", "FAILED", "BATCH_FAILED", "POISON")) {
      names.add("TransactionOutcome " + outcome);
    }
    Schema policy = ShardPolicy.getClassSchema();
    policy.getFields().forEach(field -> names.add("policy: another " + field.name()));
    names.removeAll(List.of("policy: another pool", "policy: another control"));
    policy
        .getField("control")
        .schema()
        .getTypes()
        .forEach(command -> names.add("command: " + command.getName()));
    names.removeIf(name -> name.endsWith(" UNKNOWN") || name.endsWith(" null"));
    return names;
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
