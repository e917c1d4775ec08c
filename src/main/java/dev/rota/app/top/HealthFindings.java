package dev.rota.app.top;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.base.text.PrintableText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What a follower says that is not well of a domain, and what to do. */
final class HealthFindings {
  private static final Set<String> BLIND = Set.of("NOT_READ", "NOT_HEARD");

  private HealthFindings() {}

  /** A line each, and one with the next step. */
  static List<String> lines(JsonNode domain) {
    List<String> lines = new ArrayList<>();
    for (JsonNode one : domain.path("health").path("findings")) {
      lines.add(mark(one.path("level").asText()) + " " + text(one, "text") + since(one));
      if (one.path("next").isTextual()) {
        lines.add("   → " + text(one, "next"));
      }
    }
    return lines;
  }

  private static String text(JsonNode one, String name) {
    return PrintableText.line(one.path(name).asText());
  }

  private static String since(JsonNode one) {
    return one.path("since").isTextual() ? "; since " + text(one, "since") : "";
  }

  /** How far the ledger is read; what nothing is known of has not caught up. */
  static String reading(JsonNode domain, long behind) {
    for (JsonNode one : domain.path("health").path("findings")) {
      if (BLIND.contains(one.path("cause").asText())) {
        return "as it was when it was last read";
      }
    }
    return behind == 0 ? "caught up" : behind + " records behind";
  }

  private static String mark(String level) {
    return switch (level) {
      case "WRONG" -> "!!";
      case "UNKNOWN" -> "??";
      default -> "--";
    };
  }
}
