package dev.rota.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Domains;
import dev.rota.bench.RoadBench.Latency;
import dev.rota.bench.RoadBench.Load;
import dev.rota.bench.RoadBench.Pass;
import dev.rota.embedded.TestCluster;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The benchmark of the road, small: every pass comes to its end and has figures to show. */
class RoadBenchIT {
  private static final Load LOAD = new Load(1_000, 4, 2, 1, 1);

  @TempDir private Path dir;

  @Test
  void passesFollowEachOtherOnOneBroker() {
    try (TestCluster cluster = TestCluster.start()) {
      Map<String, Object> kafka = Map.of("bootstrap.servers", cluster.bootstrap());
      RoadBench<?, ?, ?> bench =
          new RoadBench<>(Domains.ALL.get(0), kafka, cluster.registryUrl(), dir, LOAD);
      bench.createTopics();
      Latency steady = bench.latency("steady", false, 1_000, seen -> {});
      bench.fill(sent -> {});
      List<Pass> passes =
          List.of(
              bench.passThrough("base", seen -> {}),
              bench.road("road-1", seen -> {}),
              bench.road("road-2", seen -> {}));

      assertThat(steady.p50Millis()).isPositive().isLessThanOrEqualTo(steady.p99Millis());
      assertThat(passes).allSatisfy(pass -> assertThat(pass.cpuMicros()).isPositive());
      assertThat(passes.get(0).writtenPerInput()).isGreaterThanOrEqualTo(2); // a row and a record
      assertThat(passes.get(1).writtenPerInput()).isGreaterThanOrEqualTo(2); // entry and outcome
    }
  }
}
