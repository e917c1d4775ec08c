package dev.rota.road.stream;

import static dev.rota.base.text.LogField.domain;
import static dev.rota.base.text.LogField.lane;
import static dev.rota.base.text.LogField.partition;
import static dev.rota.base.text.LogField.turn;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.kernel.domain.Output;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.kernel.ledger.InputPosition;
import dev.rota.kernel.ledger.RulesFault;
import dev.rota.kernel.ledger.limits.TurnTooLarge;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs dead letters without flooding the log: the 1st, 2nd, 4th, 8th … of a task. */
final class DeadLetterLog {
  private static final Logger LOG = LoggerFactory.getLogger(DeadLetterLog.class);

  private final String domain;
  private long count;

  DeadLetterLog(String domain) {
    this.domain = domain;
  }

  /** Logs each failure of the rules: it is a bug. That a lane is set aside is logged elsewhere. */
  void tell(DecidedTurn decided) {
    for (RulesFault fault : decided.faults()) {
      Output letter = decided.published().get(fault.index());
      if (letter.rule().equals(Output.LANE_SET_ASIDE)) {
        count(
            decided.entry().source(),
            "lane " + decided.entry().lane() + " is set aside: " + fault.cause());
        continue;
      }
      if (fault.cause() instanceof TurnTooLarge) {
        LOG.warn(
            "{}: turn {} of lane {}, {}: {}",
            domain(domain),
            turn(decided.entry().number()),
            lane(decided.entry().lane()),
            letter.isDeadline() ? "the deadline " + new String(letter.payload(), UTF_8) : "input",
            fault.cause().getMessage());
        continue;
      }
      LOG.error(
          "{}: the rules failed at turn {} of lane {}; {}. This is a bug: please report it with the"
              + " ledger entry",
          domain(domain),
          turn(decided.entry().number()),
          lane(decided.entry().lane()),
          letter.isDeadline()
              ? "the deadline "
                  + new String(letter.payload(), UTF_8)
                  + " is set aside until the rules' version changes"
              : "the input is dead-lettered as " + letter.rule(),
          fault.cause());
    }
  }

  void count(InputPosition source, String complaint) {
    count++;
    if (Long.bitCount(count) == 1) {
      LOG.warn(
          "{}: {} sent to {}-dead-letters: {} ({} so far in this task)",
          domain(domain),
          source.path(),
          domain,
          complaint,
          count,
          partition(source.partition()));
    }
  }
}
