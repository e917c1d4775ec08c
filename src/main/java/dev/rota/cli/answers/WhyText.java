package dev.rota.cli.answers;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.cli.console.Report;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Why things are as they are, as text. */
final class WhyText {
  private static final int CANDIDATES_SHOWN = 20;
  private static final int ALIKE = 4;
  private static final int NAMED_MAX = 10;

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
    Map<String, List<JsonNode>> groups = new LinkedHashMap<>();
    for (JsonNode one : reason.path("candidates")) {
      groups.computeIfAbsent(likeness(one), like -> new ArrayList<>()).add(one);
    }
    List<String> lines = new ArrayList<>();
    groups.values().forEach(group -> lines.addAll(told(group)));
    lines.stream().limit(CANDIDATES_SHOWN).forEach(report::line);
    if (lines.size() > CANDIDATES_SHOWN) {
      report.line("    and %d lines more: see -o json".formatted(lines.size() - CANDIDATES_SHOWN));
    }
  }

  /** Candidates of a kind are alike if only the numbers in their reasons differ. */
  private static String likeness(JsonNode one) {
    String numbers = said(one, "why").replaceAll("\\d+", "#");
    return sign(one) + one.path("kind").asText() + " " + numbers;
  }

  /** Many that are alike are told by the first of them. */
  private static List<String> told(List<JsonNode> group) {
    int whole = group.size() < ALIKE ? group.size() : 1;
    List<String> lines = new ArrayList<>();
    for (JsonNode one : group.subList(0, whole)) {
      lines.add("    %s %s: %s".formatted(sign(one), name(one), said(one, "why")));
    }
    List<JsonNode> others = group.subList(whole, group.size());
    if (!others.isEmpty()) {
      String ids =
          others.stream()
              .limit(NAMED_MAX)
              .map(one -> one.path("id").asText())
              .collect(Collectors.joining(", "));
      lines.add(
          "    %s %d other %ss likewise: %s%s"
              .formatted(
                  sign(others.get(0)),
                  others.size(),
                  others.get(0).path("kind").asText(),
                  ids,
                  others.size() > NAMED_MAX ? ", …" : ""));
    }
    return lines;
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
