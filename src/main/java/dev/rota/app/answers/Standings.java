package dev.rota.app.answers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.console.Exit;
import dev.rota.app.console.Report;

/** Says of which lane and turn an answer is, and what is verified of it. */
final class Standings {
  private Standings() {}

  /** Begins the report of an answer, whose JSON this is. */
  static Report report(ObjectNode answer) {
    Report report =
        new Report(
            "%s %s: turn %s at %s, %s"
                .formatted(
                    answer.path("domain").asText(),
                    answer.path("lane").asText(),
                    answer.path("turn").asText(),
                    answer.path("at").asText(),
                    answer.path("proof").asText()));
    report.fields().setAll(answer);
    return report;
  }

  /** What is not verified is an answer, and no success. */
  static int exit(Report report) {
    Exit proved = report.fields().path("believedTo").asLong() == 0 ? Exit.OK : Exit.BY_WORD;
    return (report.fields().path("proved").asBoolean() ? proved : Exit.DIFFERS).code();
  }
}
