package dev.rota.faults;

import java.util.ArrayList;
import java.util.List;

/**
 * What a fault came to.
 *
 * @param pauses of each partition in milliseconds, longest first
 * @param inFlight inputs without an answer when the fault struck
 */
record Verdict(
    String row,
    String fault,
    List<Long> pauses,
    long inputs,
    long inFlight,
    long lost,
    long doubled,
    List<String> complaints) {
  private static final String FORMAT = "%-4s %-52s %8s %8s %8s %6s %8s  %s%n";

  String word() {
    if (inFlight == 0) {
      return "INVALID";
    }
    return lost == 0 && doubled == 0 && complaints.isEmpty() ? "ok" : "FAILED";
  }

  static String table(List<Verdict> verdicts) {
    List<String> lines = new ArrayList<>();
    lines.add(
        FORMAT.formatted(
            "row", "fault", "pause ms", "least ms", "inputs", "lost", "doubled", "verdict"));
    for (Verdict one : verdicts) {
      lines.add(
          FORMAT.formatted(
              one.row,
              one.fault,
              one.pauses.get(0),
              one.pauses.get(one.pauses.size() - 1),
              one.inputs,
              one.lost,
              one.doubled,
              one.word()));
    }
    return String.join("", lines);
  }
}
