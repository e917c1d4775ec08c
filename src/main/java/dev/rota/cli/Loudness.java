package dev.rota.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.ConsoleAppender;
import org.slf4j.LoggerFactory;

/** How much of the log is seen. */
public final class Loudness {
  private Loudness() {}

  /** What {@code -v}, {@code -v -v} and {@code -q} mean; without them the log stays as it is. */
  static void set(int verbosity, boolean quiet) {
    if (verbosity == 0 && !quiet) {
      return;
    }
    logger(org.slf4j.Logger.ROOT_LOGGER_NAME)
        .setLevel(quiet ? Level.ERROR : verbosity == 1 ? Level.INFO : Level.DEBUG);
    if (verbosity > 0) {
      whole(logger(org.slf4j.Logger.ROOT_LOGGER_NAME));
    }
  }

  /** What is kept short for people is whole again for whoever looks for a fault. */
  static void whole(Logger logger) {
    logger.iteratorForAppenders().forEachRemaining(Loudness::whole);
  }

  private static void whole(Appender<ILoggingEvent> appender) {
    appender.clearAllFilters();
    if (appender instanceof ConsoleAppender<ILoggingEvent> console
        && console.getEncoder() instanceof PatternLayoutEncoder encoder) {
      encoder.stop();
      encoder.setPattern(encoder.getPattern().replace("%ex{0}", "%ex"));
      encoder.start();
    }
  }

  /** For verbs that report by themselves what their Kafka clients meet. */
  static void hushClients(Root root) {
    if (root.verbosity() == 0) {
      logger("org.apache.kafka").setLevel(Level.OFF);
    }
  }

  private static Logger logger(String name) {
    return (Logger) LoggerFactory.getLogger(name);
  }
}
