package dev.rota.app.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProgressDisplayTest {
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private long seconds;

  @Test
  void shortWorkSaysNothing() {
    ProgressDisplay progress = progress(true);
    at(progress, 1, 100);
    progress.close();
    assertThat(err.toString(UTF_8)).isEmpty();
  }

  @Test
  void onATerminalALineIsRewrittenAndWipedAtTheEnd() {
    ProgressDisplay progress = progress(true);
    at(progress, 3, 300);
    progress.close();
    assertThat(err.toString(UTF_8)).isEqualTo("\rsent 300 (100/s)\033[K\r\033[K");
  }

  @Test
  void elsewhereAPlainLineComesEveryTenSeconds() {
    ProgressDisplay progress = progress(false);
    for (int second = 1; second <= 25; second++) {
      at(progress, second, second * 10L);
    }
    progress.close();
    assertThat(err.toString(UTF_8).lines()).containsExactly("sent 100 (10/s)", "sent 200 (10/s)");
  }

  private void at(ProgressDisplay progress, long second, long count) {
    seconds = second;
    progress.at(count);
  }

  private ProgressDisplay progress(boolean terminal) {
    var console =
        new Console(
            new ByteArrayInputStream(new byte[0]),
            new ByteArrayOutputStream(),
            new PrintStream(err, true, UTF_8),
            Map.of(),
            terminal,
            terminal);
    return new ProgressDisplay(new RootCommand(console), "sent", () -> seconds * 1_000_000_000L);
  }
}
