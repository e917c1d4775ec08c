package dev.rota.app.top;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.base.text.PrintableText;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** What a follower says that is not well. */
final class HealthFindings {
  private static final Set<String> BLIND = Set.of("NOT_READ", "NOT_HEARD");

  /** Wrong, not known, waits. */
  private static final List<String> MARKS = List.of("!!", "??", "--");

  private HealthFindings() {}

  /** Of some domains, the worst first: since when each is so, and what to do. */
  static List<String> lines(Iterable<JsonNode> domains, ScreenRoom room) {
    List<JsonNode> findings = new ArrayList<>();
    domains.forEach(one -> one.path("health").path("findings").forEach(findings::add));
    findings.sort(Comparator.comparingInt(one -> one.path("rank").asInt()));
    List<String> lines = new ArrayList<>();
    for (JsonNode one : findings) {
      String since = one.hasNonNull("since") ? "; since " + seconds(text(one, "since")) : "";
      lines.addAll(room.wrapped(mark(one) + " " + text(one, "text") + since));
      if (one.hasNonNull("next")) {
        lines.addAll(room.wrapped("   → " + text(one, "next")));
      }
    }
    return lines;
  }

  private static Instant seconds(String time) {
    return Instant.parse(time).truncatedTo(ChronoUnit.SECONDS);
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

  private static String mark(JsonNode finding) {
    return switch (finding.path("level").asText()) {
      case "WRONG" -> MARKS.get(0);
      case "UNKNOWN" -> MARKS.get(1);
      default -> MARKS.get(2);
    };
  }
}
