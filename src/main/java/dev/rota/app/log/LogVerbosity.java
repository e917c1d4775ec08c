package dev.rota.app.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;

/**
 * The log levels on stderr, and the format of its lines.
 *
 * <pre>
 *            Rota    Kafka, gRPC
 * -q         ERROR   none
 *            WARN    none      'rota run': Rota from INFO on
 * -v         INFO    WARN      exceptions with stack traces from here on
 * -v -v      DEBUG   INFO
 * -v -v -v   DEBUG   DEBUG
 * </pre>
 */
public final class LogVerbosity {
  private static final String STDERR = "stderr";

  private LogVerbosity() {}

  /**
   * Applies {@code -v} and {@code -q}.
   *
   * @param own Rota's level if neither is given
   */
  public static void set(int verbosity, boolean quiet, Level own) {
    if (!SLF4JBridgeHandler.isInstalled()) {
      SLF4JBridgeHandler.removeHandlersForRootLogger();
      SLF4JBridgeHandler.install();
    }
    if (verbosity > 2) {
      java.util.logging.Logger.getLogger("").setLevel(java.util.logging.Level.FINE);
    }
    stderr(root())
        .ifPresent(
            stderr -> {
              LogFilter audible = new LogFilter();
              tell(audible, verbosity, quiet, own);
              stderr.clearAllFilters();
              stderr.addFilter(audible);
              lower(audible.lowest());
            });
    if (verbosity > 0) {
      whole(root());
    }
  }

  static void tell(LogFilter audible, int verbosity, boolean quiet, Level own) {
    switch (verbosity) {
      case 0 -> audible.from(quiet ? Level.ERROR : own, Level.OFF);
      case 1 -> audible.from(Level.INFO, Level.WARN);
      case 2 -> audible.from(Level.DEBUG, Level.INFO);
      default -> audible.from(Level.DEBUG, Level.DEBUG);
    }
  }

  /** Creates lines from this level on. Filters decide where they appear. */
  static void lower(Level to) {
    if (root().getLevel().isGreaterOrEqual(to)) {
      root().setLevel(to);
    }
  }

  /** Sets the format of lines on stderr. */
  public static void speak(Encoder<ILoggingEvent> form) {
    stderr(root())
        .ifPresent(
            stderr -> {
              form.setContext(stderr.getContext());
              form.start();
              stderr.setEncoder(form);
            });
  }

  /** Sends stderr's log lines to {@code to} instead, without prefix, until the result is run. */
  public static Runnable divert(Consumer<String> to) {
    ConsoleAppender<ILoggingEvent> stderr = stderr(root()).orElse(null);
    if (stderr == null) {
      return () -> {};
    }
    AppenderBase<ILoggingEvent> instead =
        new AppenderBase<>() {
          @Override
          protected void append(ILoggingEvent event) {
            to.accept(
                "%tT %s %s"
                    .formatted(
                        event.getTimeStamp(), event.getLevel(), event.getFormattedMessage()));
          }
        };
    instead.setContext(stderr.getContext());
    stderr.getCopyOfAttachedFiltersList().forEach(instead::addFilter);
    instead.start();
    root().addAppender(instead);
    root().detachAppender(stderr);
    return () -> {
      root().addAppender(stderr);
      root().detachAppender(instead);
    };
  }

  /** Prints full stack traces, which are hidden by default. */
  static void whole(Logger logger) {
    stderr(logger)
        .map(ConsoleAppender::getEncoder)
        .filter(PatternLayoutEncoder.class::isInstance)
        .map(PatternLayoutEncoder.class::cast)
        .ifPresent(
            encoder -> {
              encoder.stop();
              encoder.setPattern(encoder.getPattern().replace("%ex{0}", "%ex"));
              encoder.start();
            });
  }

  static Logger root() {
    return (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  }

  /** Empty if the user has configured logging. */
  private static Optional<ConsoleAppender<ILoggingEvent>> stderr(Logger logger) {
    return logger.getAppender(STDERR) instanceof ConsoleAppender<ILoggingEvent> console
        ? Optional.of(console)
        : Optional.empty();
  }
}
