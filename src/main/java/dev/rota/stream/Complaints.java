package dev.rota.stream;

import dev.rota.ledger.Source;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the operator of dead letters, without flooding the log: the 1st, 2nd, 4th, 8th … of a task.
 */
final class Complaints {
  private static final Logger LOG = LoggerFactory.getLogger(Complaints.class);

  private final String domain;
  private long count;

  Complaints(String domain) {
    this.domain = domain;
  }

  void count(Source source, String complaint) {
    count++;
    if (Long.bitCount(count) == 1) {
      LOG.warn(
          "{}: {} went to {}-dead-letters: {} ({} so far in this task)",
          domain,
          source.path(),
          domain,
          complaint,
          count);
    }
  }
}
