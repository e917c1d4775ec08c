package dev.rota.app.top;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.base.text.PrintableText;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What a follower says that is not well of a domain, and what to do. */
final class HealthFindings {
  private static final Set<String> BLIND = Set.of("NOT_READ", "NOT_HEARD");

  private HealthFindings() {}

  /** Each with its mark, since when it is so, and what to do, in as many lines as it needs. */
  static List<String> lines(JsonNode domain, ScreenRoom room) {
    List<String> lines = new ArrayList<>();
    for (JsonNode one : domain.path("health").path("findings")) {
      String since =
          one.hasNonNull("since")
              ? " (since " + Instant.parse(text(one, "since")).truncatedTo(ChronoUnit.SECONDS) + ")"
              : "";
      lines.addAll(
          room.wrapped(mark(one.path("level").asText()) + " " + text(one, "text") + since));
      if (one.hasNonNull("next")) {
        lines.addAll(room.wrapped("   next: " + text(one, "next")));
      }
    }
    return lines;
  }

  private static String text(JsonNode finding, String field) {
    return PrintableText.line(finding.path(field).asText());
  }

  /** How far the ledger is read; what nothing is known of has not caught up. */
  static String reading(JsonNode domain) {
    for (JsonNode one : domain.path("health").path("findings")) {
      if (BLIND.contains(one.path("cause").asText())) {
        return "as it was when it was last read";
      }
    }
    long behind = domain.path("behindRecords").asLong();
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
