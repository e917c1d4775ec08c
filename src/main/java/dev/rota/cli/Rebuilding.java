package dev.rota.cli;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;

/**
 * Keeps out of the log that a task's state is "corrupted": after a kill, exactly-once state is
 * thrown away and rebuilt from its changelog, which is how it is meant to be, yet Kafka Streams
 * tells it in a dozen warnings and errors. Used in {@code logback.xml}; {@code -v} drops it.
 */
public final class Rebuilding extends Filter<ILoggingEvent> {
  private static final String CORRUPTED = "TaskCorruptedException";
  private static final String NO_CHECKPOINT = "did not find checkpoint offsets while stores are";

  @Override
  public FilterReply decide(ILoggingEvent event) {
    for (IThrowableProxy one = event.getThrowableProxy(); one != null; one = one.getCause()) {
      if (one.getClassName().endsWith(CORRUPTED)) {
        return FilterReply.DENY;
      }
    }
    String message = event.getFormattedMessage();
    return message != null && (message.contains(CORRUPTED) || message.contains(NO_CHECKPOINT))
        ? FilterReply.DENY
        : FilterReply.NEUTRAL;
  }
}
