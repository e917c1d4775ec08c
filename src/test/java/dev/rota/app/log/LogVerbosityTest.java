package dev.rota.app.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.FilterReply;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

class LogVerbosityTest {
  private final Exception fault =
      new IllegalStateException("outer", new IllegalArgumentException("inner"));

  private final LoggerContext context = new LoggerContext();
  @TempDir private Path dir;

  @Test
  void anExceptionIsToldWithItsCauseAndWithoutItsStack() throws Exception {
    assertThat(written(fault)).contains("no luck", "outer", "inner").doesNotContain("\tat ");
  }

  @Test
  void whoAsksForMoreSeesTheStackToo() throws Exception {
    appender();
    LogVerbosity.whole(context.getLogger(Logger.ROOT_LOGGER_NAME));
    assertThat(written(fault))
        .contains("no luck", "inner", "\tat dev.rota.app.log.LogVerbosityTest");
  }

  @Test
  void aLineBeginsWithItsInstant() throws Exception {
    assertThat(written(null))
        .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z ERROR .*\\R");
  }

  @ParameterizedTest
  @CsvSource({
    "0, false, dev.rota.road.stream.DomainStreams, WARN",
    "0, true, dev.rota.road.stream.DomainStreams, ERROR",
    "0, false, org.apache.kafka.clients.NetworkClient, none",
    "1, false, dev.rota.road.stream.DomainStreams, INFO",
    "1, false, org.apache.kafka.clients.NetworkClient, WARN",
    "2, false, dev.rota.road.stream.DomainStreams, DEBUG",
    "2, false, org.apache.kafka.clients.NetworkClient, INFO",
    "3, false, org.apache.kafka.clients.NetworkClient, DEBUG"
  })
  void whatKafkaSaysIsSeenByWhoAsksForIt(int verbosity, boolean quiet, String logger, String from) {
    LogFilter audible = new LogFilter();
    LogVerbosity.tell(audible, verbosity, quiet, Level.WARN);
    List<Level> levels = List.of(Level.DEBUG, Level.INFO, Level.WARN, Level.ERROR);
    Level lowest =
        levels.stream()
            .filter(level -> audible.decide(event(logger, level, null)) == FilterReply.NEUTRAL)
            .findFirst()
            .orElse(null);
    assertThat(lowest).isEqualTo(from.equals("none") ? null : Level.valueOf(from));
  }

  @Test
  void theFileHasWhatIsNotSeenAndOnlyItsOwnerReadsIt() throws Exception {
    Path path = dir.resolve("logs").resolve("rota.log");
    Path stale = Files.createDirectories(path.getParent()).resolve("rota-dev-1.log");
    Files.writeString(stale, "long ago");
    assertThat(stale.toFile().setLastModified(0)).isTrue();
    org.slf4j.Logger kafka = LoggerFactory.getLogger("org.apache.kafka.clients.Some");
    LogVerbosity.set(0, false, Level.WARN);
    try (LogFile file = LogFile.open(path, false)) {
      assertThat(file.path()).isEqualTo(path);
      kafka.info("values: …");
      java.util.logging.Logger.getLogger("io.grpc.Some").info("a transport failed");
    }
    kafka.warn("not any more");
    assertThat(Files.readString(path))
        .contains("values: …", "a transport failed")
        .doesNotContain("not any more");
    assertThat(Files.getPosixFilePermissions(path.getParent()))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    assertThat(stale).doesNotExist();
  }

  @Test
  void aLineIsJsonWhereThatIsAsked() throws Exception {
    LogLine form = new LogLine();
    form.setContext(context);
    form.start();
    JsonNode line = new ObjectMapper().readTree(form.encode(event(fault)));
    assertThat(Instant.parse(line.path("time").asText())).isAfter(Instant.EPOCH);
    assertThat(line.path("level").asText()).isEqualTo("ERROR");
    assertThat(line.path("instance").asText()).endsWith("/" + ProcessHandle.current().pid());
    assertThat(line.path("message").asText()).isEqualTo("no luck");
    assertThat(line.path("error").asText()).contains("outer", "inner", "at dev.rota.app");
  }

  private ConsoleAppender<?> appender() throws Exception {
    Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    if (root.getAppender("stderr") == null) {
      JoranConfigurator configurator = new JoranConfigurator();
      configurator.setContext(context);
      configurator.doConfigure(LogVerbosity.class.getResource("/logback.xml"));
    }
    return (ConsoleAppender<?>) root.getAppender("stderr");
  }

  private String written(Exception told) throws Exception {
    var encoder = (PatternLayoutEncoder) appender().getEncoder();
    return new String(encoder.encode(event(told)), UTF_8);
  }

  private LoggingEvent event(Exception told) {
    return event("some.where", Level.ERROR, told);
  }

  private LoggingEvent event(String logger, Level level, Exception told) {
    return new LoggingEvent("here", context.getLogger(logger), level, "no luck", told, null);
  }
}
