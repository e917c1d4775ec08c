package dev.rota.cli.answers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.cli.console.Exit;
import dev.rota.cli.console.Report;
import dev.rota.follow.Standing;
import java.time.Instant;

/** Says of which lane and turn an answer is, and what is proved of it. */
final class Standings {
  private Standings() {}

  /** Begins the report of an answer, whose JSON this is. */
  static Report report(String domain, Standing standing, ObjectNode answer) {
    Instant time = Instant.ofEpochMilli(standing.atMillis());
    Report report =
        new Report(
            "%s %s: turn %d at %s, %s"
                .formatted(domain, standing.lane(), standing.turn(), time, standing.proof()));
    report.fields().setAll(answer);
    return report;
  }

  /** What is not proved is an answer, and no success. */
  static int exit(Standing standing) {
    Exit proved = standing.after() == 0 ? Exit.OK : Exit.BY_WORD;
    return (standing.isProved() ? proved : Exit.DIFFERS).code();
  }
}
