package dev.rota.app.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.testing.LoggedLines;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RootCommandTest {
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final RootCommand root =
      new RootCommand(
          new Console(
              new ByteArrayInputStream(new byte[0]),
              new ByteArrayOutputStream(),
              new PrintStream(err, true, UTF_8),
              Map.of(),
              false,
              false));

  @Test
  void aNoteIsALineOnStderr() {
    root.note("stopping since 3 s");
    assertThat(err.toString(UTF_8).lines()).containsExactly("stopping since 3 s");
  }

  /** Whoever collects a log reads each line of stderr as one of it: with its time, or as JSON. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aNoteOfAServiceIsALineOfItsLog(boolean json) {
    try (LoggedLines log = LoggedLines.of(RootCommand.class.getName())) {
      root.tellByLog(json);
      root.note("stopping since 3 s");
      assertThat(log.texts()).containsExactly("stopping since 3 s");
    }
    assertThat(err.toString(UTF_8)).isEmpty();
  }
}
