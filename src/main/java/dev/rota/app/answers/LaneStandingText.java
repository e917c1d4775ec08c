package dev.rota.app.answers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.console.CommandReport;
import dev.rota.app.console.ExitCode;

/** Says of which lane and turn an answer is, and what is verified of it. */
final class LaneStandingText {
  private LaneStandingText() {}

  /** Begins the report of an answer, whose JSON this is. */
  static CommandReport report(ObjectNode answer) {
    CommandReport report =
        new CommandReport(
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
  static int exit(CommandReport report) {
    ExitCode proved =
        report.fields().path("believedTo").asLong() == 0 ? ExitCode.OK : ExitCode.BY_WORD;
    return (report.fields().path("proved").asBoolean() ? proved : ExitCode.DIFFERS).code();
  }
}
