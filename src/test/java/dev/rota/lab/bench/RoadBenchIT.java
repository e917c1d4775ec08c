package dev.rota.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.lab.bench.follow.FollowBench;
import dev.rota.lab.bench.watch.WatchedFollower;
import dev.rota.lab.embedded.TestCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The benchmark of the road, small: every pass comes to its end and has figures to show. */
class RoadBenchIT {
  private static final Domain CHUNKS =
      Domains.ALL.stream().filter(one -> one.name().equals("chunks")).findFirst().orElseThrow();

  private static final BenchmarkLoad LOAD = new BenchmarkLoad(1_000, 4, 2, 1, 1);

  @TempDir private Path dir;

  @Test
  void aLargeDecisionIsMeasuredFromItsLastInput() {
    try (TestCluster cluster = TestCluster.start();
        RoadBench bench = bench(CHUNKS, cluster)) {
      bench.createTopics();
      List<LargeTurnsResult> turns = bench.largeTurns(2, 1, _ -> {});

      assertThat(turns)
          .hasSize(2)
          .allSatisfy(
              turn -> {
                assertThat(turn.what()).isEqualTo("10000 chunks on 20 workers");
                assertThat(turn.inputs()).isEqualTo(1 + 20 + 10);
                assertThat(turn.seconds()).isPositive();
                assertThat(turn.totalCpuSeconds()).isGreaterThanOrEqualTo(turn.cpuSeconds());
              });
      ProofCosts proof = bench.proof(1, _ -> {});
      assertThat(proof.auditedPerSecond()).isPositive();
      assertThat(proof.auditCpuMicros()).isPositive();
      assertThat(proof.readPerSecond()).isPositive();
    }
  }

  @Test
  void passesFollowEachOtherOnOneBroker() {
    try (TestCluster cluster = TestCluster.start();
        RoadBench bench = bench(Domains.ALL.get(0), cluster)) {
      bench.createTopics();
      List<PassResult> passes = new ArrayList<>();
      for (int round = 1; round <= 2; round++) {
        bench.fill(_ -> {});
        passes.add(bench.passThrough(_ -> {}));
        passes.add(bench.road(_ -> {}));
      }
      LatencyFigures steady = bench.roadLatency(1_000, 1, _ -> {});
      List<ResourceSample> shown = new ArrayList<>();
      SoakSamples soak = bench.soak(500, Duration.ofSeconds(2), Duration.ofMillis(500), shown::add);

      assertThat(steady.p50Millis()).isPositive().isLessThanOrEqualTo(steady.p99Millis());
      assertThat(passes).allSatisfy(pass -> assertThat(pass.cpuMicros()).isPositive());
      ProofCosts proof = bench.proof(1, _ -> {});
      assertThat(proof.auditedPerSecond()).isPositive();
      assertThat(proof.readPerSecond()).isPositive();
      assertThat(proof.bytesPerTurn()).isPositive().isLessThan(proof.bytesPerTurnAlone());
      assertThat(soak.samples()).isEqualTo(shown).hasSizeGreaterThanOrEqualTo(2);
      assertThat(shown.get(shown.size() - 1).decided())
          .as("all of them")
          .isGreaterThanOrEqualTo(1_000);
      assertThat(shown).allSatisfy(sample -> assertThat(sample.heapMiB()).isPositive());
      assertThat(passes.get(0).writtenPerInput()).isGreaterThanOrEqualTo(2); // a row and a record
      assertThat(passes.get(1).writtenPerInput()).isGreaterThanOrEqualTo(2); // entry and outcome
      bench.fill(_ -> {});
      MemoryFigures topology = bench.roadMemory(_ -> {});
      Map<String, Object> kafka = Map.of("bootstrap.servers", cluster.bootstrap());
      FollowBench.Cost follower = new FollowBench(Domains.ALL.get(0), kafka).run(_ -> {});
      assertThat(follower.turns())
          .isGreaterThanOrEqualTo(4_500); // three fills, and what was steady
      assertThat(follower.turnsPerSecond()).isPositive();
      assertThat(topology.storesBytes()).isPositive();
    }
  }

  /** Follower and browsers are processes of their own. */
  @Test
  void whoLooksIsBesideTheRoad() throws Exception {
    Domain first = Domains.ALL.get(0);
    try (TestCluster cluster = TestCluster.start();
        RoadBench bench = bench(first, cluster)) {
      bench.createTopics();
      bench.fill(_ -> {});
      bench.road(_ -> {});
      try (WatchedFollower onlookers =
          WatchedFollower.follow(first.name(), cluster.bootstrap(), List.of())) {
        onlookers.open(first.name(), 2);
        bench.fill(_ -> {});
        assertThat(bench.road(_ -> {}).writtenPerInput()).isGreaterThanOrEqualTo(2);
        assertThat(onlookers.leave().answers()).isPositive();
      }
    }
  }

  private RoadBench bench(Domain domain, TestCluster cluster) {
    Map<String, Object> kafka = Map.of("bootstrap.servers", cluster.bootstrap());
    return new RoadBench(domain, kafka, Map.of(), cluster.registryUrl(), dir, LOAD);
  }
}
