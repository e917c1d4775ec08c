package dev.rota.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.lab.embedded.TestCluster;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The benchmark of restarts, small: whatever is lost, every start comes to its end. */
class RestartBenchIT {
  private static final Domain BOTS =
      Domains.ALL.stream().filter(one -> one.name().equals("bots")).findFirst().orElseThrow();

  @TempDir private Path dir;

  @Test
  void aLaneWithManyRowsStartsWhateverIsLost() {
    int rows = Integer.getInteger("rota.rows", 2_000);
    try (TestCluster cluster = TestCluster.start();
        RestartBench bench =
            new RestartBench(
                BOTS,
                Map.of("bootstrap.servers", cluster.bootstrap()),
                Map.of(),
                cluster.registryUrl(),
                dir,
                rows)) {
      long inputs = bench.fill(_ -> {});
      assertThat(inputs).isEqualTo(rows);
      List<RestartResult> restarts =
          Arrays.stream(RestartLoss.values()).map(bench::restart).toList();

      restarts.forEach(System.out::println);
      assertThat(restarts).extracting(RestartResult::lost).containsExactly(RestartLoss.values());
      for (RestartResult restart : restarts.subList(2, 4)) {
        assertThat(restart.turnsAgain()).isGreaterThanOrEqualTo(inputs);
        assertThat(restart.rowsRebuilt()).isPositive();
      }
      assertThat(bench.audit(_ -> {})).isPositive();
    }
  }
}
