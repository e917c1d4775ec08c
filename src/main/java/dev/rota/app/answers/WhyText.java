package dev.rota.app.answers;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.app.console.CommandReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Why things are as they are, as text. */
final class WhyText {
  private static final int CANDIDATES_SHOWN = 20;
  private static final int NAMED_MAX = 10;

  private WhyText() {}

  /** Tells the last decisions about each thing of an answer, as {@code HistoryJson} writes it. */
  static void tellLast(CommandReport report) {
    for (JsonNode thing : report.fields().path("things")) {
      present(report, thing);
      left(thing, "before").ifPresent(report::line);
      history(report, thing);
    }
  }

  /** Tells the first decisions after a moment. */
  static void tellFirst(CommandReport report, String moment) {
    for (JsonNode thing : report.fields().path("things")) {
      present(report, thing);
      history(report, thing);
      if (thing.path("history").isEmpty()) {
        report.line("  nothing was decided about it after " + moment);
      }
      left(thing, "after").ifPresent(report::line);
    }
  }

  private static void present(CommandReport report, JsonNode thing) {
    JsonNode now = thing.get("now");
    report.line(name(thing) + (now == null ? ": not there any more" : ""));
    if (now != null) {
      reason(report, "  ", now);
    }
  }

  private static Optional<String> left(JsonNode thing, String where) {
    long more = thing.path("decisions").asLong() - thing.path("history").size();
    return more > 0
        ? Optional.of("  %d decisions %s these".formatted(more, where))
        : Optional.empty();
  }

  private static void history(CommandReport report, JsonNode thing) {
    for (JsonNode event : thing.path("history")) {
      String turn = event.path("turn").asText();
      reason(report, "  turn %s, %s: ".formatted(turn, event.path("at").asText()), event);
    }
  }

  private static void reason(CommandReport report, String before, JsonNode reason) {
    report.line(before + said(reason, "what"));
    List<String> lines = new ArrayList<>();
    for (JsonNode one : reason.path("candidates")) {
      if (!one.has("like")) {
        lines.add("    %s %s: %s".formatted(sign(one), name(one), said(one, "why")));
        likewise(reason, one).ifPresent(lines::add);
      }
    }
    lines.stream().limit(CANDIDATES_SHOWN).forEach(report::line);
    if (lines.size() > CANDIDATES_SHOWN) {
      report.line("    and %d lines more: see -o json".formatted(lines.size() - CANDIDATES_SHOWN));
    }
  }

  /** Tells those that are like the first by their ids. */
  private static Optional<String> likewise(JsonNode reason, JsonNode first) {
    String kind = first.path("kind").asText();
    List<String> others = new ArrayList<>();
    for (JsonNode one : reason.path("candidates")) {
      boolean like = one.path("like").asText().equals(first.path("id").asText());
      if (one.has("like") && like && one.path("kind").asText().equals(kind)) {
        others.add(one.path("id").asText());
      }
    }
    String ids = others.stream().limit(NAMED_MAX).collect(Collectors.joining(", "));
    String more = others.size() > NAMED_MAX ? ", …" : "";
    return others.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "    %s %d other %ss likewise: %s%s"
                .formatted(sign(first), others.size(), kind, ids, more));
  }

  private static String sign(JsonNode candidate) {
    return candidate.path("chosen").asBoolean() ? "*" : "-";
  }

  private static String name(JsonNode thing) {
    return thing.path("kind").asText() + " " + thing.path("id").asText();
  }

  private static String said(JsonNode what, String field) {
    return "%s (%s)".formatted(what.path(field).asText(), what.path("rule").asText());
  }
}
