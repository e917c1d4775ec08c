package dev.rota.lab.bench.builds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.lab.bench.builds.BuildsBench.Side;
import dev.rota.lab.embedded.TestCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The benchmark of builds, small: both schedulers come to the end of a round. */
class BuildsBenchIT {
  private static final Domain BOTS =
      Domains.ALL.stream().filter(one -> one.name().equals("bots")).findFirst().orElseThrow();

  private static final BuildLoad LOAD =
      new BuildLoad(2, 20, 1, 3, 50, 5, 9, 4, Duration.ofMillis(5), 2, 3_000);

  @TempDir private Path dir;

  @Test
  void bothSchedulersRunTheSameLoad() throws Exception {
    try (TestCluster cluster = TestCluster.start();
        BuildsBench bench =
            BuildsBench.open(
                BOTS,
                Map.of("bootstrap.servers", cluster.bootstrap()),
                Map.of(),
                cluster.registryUrl(),
                dir,
                2,
                LOAD)) {
      for (Side side : Side.values()) {
        var round = bench.round(side, _ -> {});

        assertThat(round.aloneP50Millis()).isPositive();
        assertThat(round.p50Millis()).isPositive().isLessThanOrEqualTo(round.p99Millis());
        assertThat(round.perSecond()).isPositive();
        assertThat(round.cpuMicros()).isPositive();
        assertThat(round.buildSeconds()).isGreaterThanOrEqualTo(LOAD.idealSeconds());
        assertThat(bench.waitingBytes(side, _ -> {}))
            .as("heap of a stream and its job")
            .isPositive();
      }
    }
  }
}
