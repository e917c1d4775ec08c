package dev.rota.app.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.base.text.LogField;
import org.junit.jupiter.api.Test;

class PrintableLogTest {
  /** With the configuration that the program comes with. */
  @Test
  void whatARecordSaysInALogLineATerminalShowsAndDoesNotObey() throws Exception {
    LoggerContext context = new LoggerContext();
    JoranConfigurator configurator = new JoranConfigurator();
    configurator.setContext(context);
    configurator.doConfigure(LogVerbosity.class.getResource("/logback.xml"));
    Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    var stderr = (ConsoleAppender<?>) root.getAppender("stderr");
    Exception fault = new IllegalStateException("outer\u202e", new RuntimeException("in\u001b[2J"));

    @SuppressWarnings("unchecked")
    var encoder = (ch.qos.logback.core.encoder.Encoder<Object>) stderr.getEncoder();
    String written =
        new String(
            encoder.encode(
                new LoggingEvent(
                    "here", context.getLogger("x"), Level.WARN, "key\u009b2J\r", fault, null)),
            UTF_8);

    assertThat(written)
        .contains("key\\u009B2J\\u000D\n")
        .contains("outer\\u202E\n")
        .contains("in\\u001B[2J\n")
        .endsWith("\n");
  }

  @Test
  void asJsonALineSaysTheSameAndNothingInItIsObeyed() throws Exception {
    LoggerContext context = new LoggerContext();
    LogLine form = new LogLine();
    form.setContext(context);
    form.start();
    String written =
        new String(
            form.encode(
                new LoggingEvent(
                    "here", context.getLogger("x"), Level.WARN, "key\u009b2J\u202e", null, null)),
            UTF_8);

    assertThat(written).contains("key\\u009B2J\\u202E");
    assertThat(new ObjectMapper().readTree(written).path("message").asText())
        .isEqualTo("key\u009b2J\u202e");
  }

  @Test
  void whatALineIsAboutAreItsFieldsAndPartsOfItsMessage() throws Exception {
    LoggerContext context = new LoggerContext();
    LogLine form = new LogLine();
    form.setContext(context);
    form.start();
    Object[] about = {
      LogField.domain("cores"), LogField.lane("a b"), LogField.turn(7), LogField.partition(3)
    };
    String written =
        new String(
            form.encode(
                new LoggingEvent(
                    "here",
                    context.getLogger("x"),
                    Level.WARN,
                    "{}: lane {}, turn {}",
                    new IllegalStateException("why"),
                    about)),
            UTF_8);

    JsonNode line = new ObjectMapper().readTree(written);
    assertThat(line.path("message").asText()).isEqualTo("cores: lane a b, turn 7");
    assertThat(line.path("domain").asText()).isEqualTo("cores");
    assertThat(line.path("lane").asText()).isEqualTo("a b");
    assertThat(line.path("turn").isIntegralNumber()).isTrue();
    assertThat(line.path("turn").asLong()).isEqualTo(7);
    assertThat(line.path("partition").asInt()).isEqualTo(3);
    assertThat(line.path("error").asText()).contains("why");
  }
}
