package dev.rota.cli;

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
import java.util.Set;
import org.apache.kafka.streams.errors.TaskCorruptedException;
import org.apache.kafka.streams.processor.TaskId;
import org.junit.jupiter.api.Test;

class LoudnessTest {
  private final Exception fault =
      new IllegalStateException("outer", new IllegalArgumentException("inner"));

  private final LoggerContext context = new LoggerContext();

  @Test
  void anExceptionIsToldWithItsCauseAndWithoutItsStack() throws Exception {
    assertThat(written(fault)).contains("no luck", "outer", "inner").doesNotContain("\tat ");
  }

  @Test
  void whoAsksForMoreSeesTheStackToo() throws Exception {
    ConsoleAppender<?> appender = appender();
    Loudness.whole(context.getLogger(Logger.ROOT_LOGGER_NAME));
    assertThat(written(fault)).contains("no luck", "inner", "\tat dev.rota.cli.LoudnessTest");
    assertThat(appender.getCopyOfAttachedFiltersList()).isEmpty();
  }

  @Test
  void stateThatIsRebuiltIsNoFaultAndEverythingElseIsTold() {
    Rebuilding rebuilding = new Rebuilding();
    TaskCorruptedException corrupted = new TaskCorruptedException(Set.of(new TaskId(0, 1)));
    assertThat(rebuilding.decide(event(new IllegalStateException("x", corrupted))))
        .isEqualTo(FilterReply.DENY);
    assertThat(rebuilding.decide(event(fault))).isEqualTo(FilterReply.NEUTRAL);
    assertThat(rebuilding.decide(event(null))).isEqualTo(FilterReply.NEUTRAL);
  }

  private ConsoleAppender<?> appender() throws Exception {
    Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    if (root.getAppender("stderr") == null) {
      JoranConfigurator configurator = new JoranConfigurator();
      configurator.setContext(context);
      configurator.doConfigure(Loudness.class.getResource("/logback.xml"));
    }
    return (ConsoleAppender<?>) root.getAppender("stderr");
  }

  private String written(Exception told) throws Exception {
    var encoder = (PatternLayoutEncoder) appender().getEncoder();
    return new String(encoder.encode(event(told)), UTF_8);
  }

  private LoggingEvent event(Exception told) {
    return new LoggingEvent(
        "here", context.getLogger("some.where"), Level.ERROR, "no luck", told, null);
  }
}
