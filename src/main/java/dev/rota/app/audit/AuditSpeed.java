package dev.rota.app.audit;

import dev.rota.readers.audit.DomainAudit;
import java.time.Duration;

/**
 * How fast an audit was.
 *
 * @param ofReading bytes a second, as a fraction of those of only reading the same records; 0:
 *     there are none
 */
record AuditSpeed(double seconds, double turnsPerSecond, double ofReading) {
  private static final double NANOS = 1e9;

  /** A part of the records stands for all. */
  private static final Duration READING_MAX = Duration.ofSeconds(1);

  /** Measures an audit that has just ended, and then how fast its records are only read. */
  static AuditSpeed of(DomainAudit audit, long turns, long startedNanos, int threads)
      throws InterruptedException {
    double seconds = Math.max(1, System.nanoTime() - startedNanos) / NANOS;
    double reading = audit.readingSpeed(threads, READING_MAX);
    double fraction = reading == 0 ? 0 : audit.bytes() / seconds / reading;
    return new AuditSpeed(seconds, turns / seconds, fraction);
  }
}
