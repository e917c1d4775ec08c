package dev.rota.testing;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** What one logger, and those below it, log while this is open. Any thread may log meanwhile. */
public final class LoggedLines extends AppenderBase<ILoggingEvent> implements AutoCloseable {
  private final List<ILoggingEvent> lines = new CopyOnWriteArrayList<>();
  private final Logger logger;
  private final Level before;

  private LoggedLines(Logger logger, Level level) {
    this.logger = logger;
    before = logger.getLevel();
    logger.setLevel(level);
    start();
    logger.addAppender(this);
  }

  /** All that is logged, with the levels that are set. */
  public static LoggedLines ofAll() {
    Logger root = logger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    return new LoggedLines(root, root.getLevel());
  }

  /** From INFO. */
  public static LoggedLines of(String logger) {
    return new LoggedLines(logger(logger), Level.INFO);
  }

  private static Logger logger(String name) {
    return (Logger) LoggerFactory.getLogger(name);
  }

  @Override
  protected void append(ILoggingEvent line) {
    lines.add(line);
  }

  /** So far. */
  public List<String> texts() {
    return lines.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  /** So far, of this level and above. */
  public List<String> texts(Level from) {
    return lines.stream()
        .filter(line -> line.getLevel().isGreaterOrEqual(from))
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }

  /** Forgets what was logged so far. */
  public void clear() {
    lines.clear();
  }

  @Override
  public void close() {
    logger.detachAppender(this);
    logger.setLevel(before);
  }
}
