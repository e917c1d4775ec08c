package dev.rota.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
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
