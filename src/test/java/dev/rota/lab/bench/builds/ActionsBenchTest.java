package dev.rota.lab.bench.builds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.actions.ActionUsers;
import dev.rota.lab.bench.builds.ActionsBench.Side;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ActionsBenchTest {
  @TempDir private Path dir;

  @Test
  void eachSideLaysOutAllInputs() throws IOException {
    try (ActionsBench bench = new ActionsBench(ActionUsers.opened(dir), 2, 20)) {
      for (Side side : ActionsBench.sides()) {
        assertThat(bench.pass(side).inputsPerSecond()).isPositive();
      }
    }
    assertThat(dir.resolve("work/actions")).isEmptyDirectory();
    assertThat(dir.resolve("links")).doesNotExist();
  }
}
