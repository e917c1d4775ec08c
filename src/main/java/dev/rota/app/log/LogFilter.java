package dev.rota.app.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;

/** Filters log lines by level, separately for Rota and for Kafka and other libraries. */
public final class LogFilter extends Filter<ILoggingEvent> {
  private static final String OURS = "dev.rota.";

  private volatile Level ours = Level.WARN;
  private volatile Level others = Level.OFF;

  void from(Level oursFrom, Level othersFrom) {
    ours = oursFrom;
    others = othersFrom;
  }

  /** The lowest level that passes. */
  Level lowest() {
    return ours.isGreaterOrEqual(others) ? others : ours;
  }

  @Override
  public FilterReply decide(ILoggingEvent event) {
    Level from = event.getLoggerName().startsWith(OURS) ? ours : others;
    return event.getLevel().isGreaterOrEqual(from) ? FilterReply.NEUTRAL : FilterReply.DENY;
  }
}
