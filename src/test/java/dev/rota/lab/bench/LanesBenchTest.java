package dev.rota.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What lanes cost that nobody uses. Heap is counted, time is not. */
final class LanesBenchTest {
  private static final int LANES = Integer.getInteger("rota.lanes", 10_000);
  private static final int BUSY = 1_000;

  @TempDir private Path dir;

  static List<Domain> domains() {
    return Domains.ALL;
  }

  @ParameterizedTest
  @MethodSource("domains")
  void aLaneThatIsIdleOrEmptyCostsNextToNothing(Domain domain) {
    var cost = new LanesBench(domain).run(LANES, Math.min(LANES, BUSY), dir, _ -> {});

    assertThat(cost.lanes()).as("%s", cost).isEqualTo(LANES);
    assertThat(cost.pending()).isIn(0, Math.min(LANES, BUSY));
    assertThat(cost.idleBytes()).isLessThanOrEqualTo(200);
    assertThat(cost.openBytes()).as("%s", cost).isPositive().isLessThanOrEqualTo(2_048);
  }
}
