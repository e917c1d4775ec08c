package dev.rota.app.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

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
    Logger logger = (Logger) LoggerFactory.getLogger(RootCommand.class);
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    Level level = logger.getLevel();
    log.start();
    logger.addAppender(log);
    logger.setLevel(Level.INFO);
    try {
      root.tellByLog(json);
      root.note("stopping since 3 s");
    } finally {
      logger.setLevel(level);
      logger.detachAppender(log);
    }
    assertThat(log.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .containsExactly("stopping since 3 s");
    assertThat(err.toString(UTF_8)).isEmpty();
  }
}
