package dev.rota.lab.verbs.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.lab.bench.rules.EngineBench.Pass;
import dev.rota.lab.bench.rules.StateFootprint;
import dev.rota.lab.traffic.Traffic.Peer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The result of {@code rota bench DOMAIN}.
 *
 * @param digestsPerSecond SHA-256 digests of 1 KiB per second, the yardstick
 * @param peer null: none is known
 */
record EngineReport(
    String domain,
    List<Pass> passes,
    double digestsPerSecond,
    StateFootprint footprint,
    Peer peer) {
  private static final double MIB = 1 << 20;

  private double median(ToDoubleFunction<Pass> figure) {
    double[] sorted = passes.stream().mapToDouble(figure).sorted().toArray();
    return sorted[sorted.length / 2];
  }

  List<String> text() {
    double assignments = median(Pass::assignmentsPerSecond);
    List<String> lines = new ArrayList<>();
    add(
        lines,
        "%s alone, one core: %.0f assignments/s, %.0f inputs/s (median of %d)",
        domain,
        assignments,
        median(Pass::inputsPerSecond),
        passes.size());
    add(
        lines,
        "yardstick: %.0f SHA-256/s of 1 KiB, so an assignment costs as much as %.1f",
        digestsPerSecond,
        digestsPerSecond / assignments);
    add(
        lines,
        "state: %d rows; %.1f MiB in memory, %d bytes a row; %.1f MiB stored, %d bytes a row",
        footprint.rows(),
        footprint.heapBytes() / MIB,
        footprint.heapBytes() / footprint.rows(),
        footprint.rowBytes() / MIB,
        footprint.rowBytes() / footprint.rows());
    if (peer != null) {
      add(
          lines,
          "peer: %s, %.0f assignments/s as published; Rota: %.1f times that",
          peer.name(),
          peer.assignmentsPerSecond(),
          assignments / peer.assignmentsPerSecond());
    }
    return lines;
  }

  private static void add(List<String> lines, String form, Object... of) {
    lines.add(String.format(Locale.ROOT, form, of));
  }

  String json() throws JsonProcessingException {
    Map<String, Object> raw = new LinkedHashMap<>();
    raw.put("bench", domain);
    raw.put("passes", passes);
    raw.put("assignmentsPerSecond", median(Pass::assignmentsPerSecond));
    raw.put("inputsPerSecond", median(Pass::inputsPerSecond));
    raw.put("digestsPerSecond", digestsPerSecond);
    raw.put("footprint", footprint);
    raw.put("peer", peer);
    return new ObjectMapper().writeValueAsString(raw);
  }
}
