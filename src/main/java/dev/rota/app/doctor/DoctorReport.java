package dev.rota.app.doctor;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Prints findings as they come, and counts them. */
final class DoctorReport {
  private final boolean json;
  private final int width;
  private final Map<DoctorFinding.Verdict, Integer> counts =
      new EnumMap<>(DoctorFinding.Verdict.class);

  /**
   * Has no finding yet.
   *
   * @param json true: an object per line
   * @param names of all checks that may be told
   */
  DoctorReport(boolean json, List<String> names) {
    this.json = json;
    this.width = names.stream().mapToInt(String::length).max().orElse(0);
    for (DoctorFinding.Verdict verdict : DoctorFinding.Verdict.values()) {
      counts.put(verdict, 0);
    }
  }

  /** The lines of a finding. */
  List<String> lines(CheckResult one) {
    DoctorFinding finding = one.finding();
    counts.merge(finding.verdict(), 1, Integer::sum);
    if (json) {
      return List.of(json(one).toString());
    }
    List<String> lines = new ArrayList<>();
    lines.add(
        "%-7s %s  %s".formatted(finding.verdict().word(), padded(one.name()), finding.what()));
    finding.mend().forEach(line -> lines.add("        → " + line));
    return lines;
  }

  private String padded(String name) {
    return name + " ".repeat(Math.max(0, width - name.length()));
  }

  /** The same as fields. */
  private static ObjectNode json(CheckResult one) {
    ObjectNode line = JsonNodeFactory.instance.objectNode().put("check", one.check());
    if (!one.domain().isEmpty()) {
      line.put("domain", one.domain());
    }
    line.put("verdict", one.finding().verdict().word()).put("what", one.finding().what());
    one.finding().mend().forEach(line.putArray("mend")::add);
    return line;
  }

  /** The last lines: how many there are, and what was not looked at. */
  List<String> summary(Map<DoctorCheck.Service, List<String>> skipped) {
    if (json) {
      ObjectNode line = JsonNodeFactory.instance.objectNode();
      ObjectNode summary = line.putObject("summary");
      counts.forEach((verdict, count) -> summary.put(verdict.word(), count));
      skipped.values().forEach(names -> names.forEach(summary.withArray("skipped")::add));
      return List.of(line.toString());
    }
    List<String> lines = new ArrayList<>();
    skipped.forEach(
        (service, names) ->
            lines.add(
                "not looked at, because %s is out of reach: %s"
                    .formatted(service, String.join(", ", names))));
    List<String> each = new ArrayList<>();
    counts.forEach((verdict, count) -> each.add(count + " " + verdict.word()));
    lines.add(String.join(", ", each));
    return lines;
  }

  /** Whether something fails of what was told so far. */
  boolean hasFailed() {
    return counts.get(DoctorFinding.Verdict.FAIL) > 0;
  }
}
