package dev.rota.cli.answers;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.cli.console.Report;

/** Why things are as they are, as text. */
final class WhyText {
  private static final int CANDIDATES_SHOWN = 20;

  private WhyText() {}

  /** Tells of each thing of an answer, as {@code HistoryJson} writes it. */
  static void tell(Report report) {
    report.fields().path("things").forEach(thing -> tell(report, thing));
  }

  private static void tell(Report report, JsonNode thing) {
    JsonNode now = thing.get("now");
    report.line(name(thing) + (now == null ? ": not there any more" : ""));
    if (now != null) {
      reason(report, "  ", now);
    }
    long before = thing.path("decisions").asLong() - thing.path("history").size();
    if (before > 0) {
      report.line("  %d decisions before these".formatted(before));
    }
    for (JsonNode event : thing.path("history")) {
      String turn = event.path("turn").asText();
      reason(report, "  turn %s, %s: ".formatted(turn, event.path("at").asText()), event);
    }
  }

  private static void reason(Report report, String before, JsonNode reason) {
    report.line(before + said(reason, "what"));
    JsonNode candidates = reason.path("candidates");
    for (int i = 0; i < Math.min(CANDIDATES_SHOWN, candidates.size()); i++) {
      JsonNode one = candidates.get(i);
      String sign = one.path("chosen").asBoolean() ? "*" : "-";
      report.line("    %s %s: %s".formatted(sign, name(one), said(one, "why")));
    }
    if (candidates.size() > CANDIDATES_SHOWN) {
      int more = candidates.size() - CANDIDATES_SHOWN;
      report.line("    and %d more: see -o json".formatted(more));
    }
  }

  private static String name(JsonNode thing) {
    return thing.path("kind").asText() + " " + thing.path("id").asText();
  }

  private static String said(JsonNode what, String field) {
    return "%s (%s)".formatted(what.path(field).asText(), what.path("rule").asText());
  }
}
