package dev.rota.lab.verbs.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.lab.bench.LaneCost;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The result of {@code rota bench lanes} for one domain. */
record LanesReport(LaneCost cost) {
  private static final double MIB = 1 << 20;

  List<String> text() {
    return List.of(
        format(
            "%s, %d lanes in one partition, %d busy: a task starts in %.2f s and holds %.1f MiB;"
                + " %d lanes have deadlines",
            cost.domain(),
            cost.lanes(),
            cost.busy(),
            cost.startSeconds(),
            cost.startHeapBytes() / MIB,
            cost.pending()),
        format(
            "%s, heap of a lane: %s; %d bytes in memory without state",
            cost.domain(),
            cost.idleBytes() == 0
                ? "nothing when idle"
                : cost.idleBytes() + " bytes when idle with a deadline, nothing without",
            cost.openBytes()));
  }

  private static String format(String form, Object... of) {
    return String.format(Locale.ROOT, form, of);
  }

  String json() throws JsonProcessingException {
    Map<String, Object> raw = new LinkedHashMap<>();
    raw.put("bench", "lanes");
    raw.put("cost", cost);
    return new ObjectMapper().writeValueAsString(raw);
  }
}
