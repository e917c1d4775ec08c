package dev.rota.faults;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What the faults of a row came to.
 *
 * @param strikes how many of the kind
 * @param hitMillis the longest silence of the partitions that were hit
 * @param othersMillis of the others; -1 when all were hit
 */
record Verdict(
    String row,
    String kind,
    int strikes,
    long hitMillis,
    long othersMillis,
    long inFlight,
    Judgement judgement) {
  private static final String FORMAT = "%-4s %-54s %7s %8s %9s %9s %8s %8s %5s %8s  %s%n";

  static String table(List<Verdict> verdicts) {
    List<String> lines = new ArrayList<>();
    lines.add(
        FORMAT.formatted(
            "row",
            "fault",
            "strikes",
            "hit ms",
            "others ms",
            "in flight",
            "inputs",
            "answers",
            "lost",
            "doubled",
            "verdict"));
    for (Verdict one : verdicts) {
      Judgement judgement = one.judgement;
      lines.add(
          FORMAT.formatted(
              one.row,
              one.kind,
              one.strikes,
              one.hitMillis,
              one.othersMillis < 0 ? "-" : one.othersMillis,
              one.inFlight,
              judgement.inputs(),
              judgement.answers(),
              judgement.lost(),
              judgement.doubled(),
              judgement.word()));
    }
    return String.join("", lines);
  }

  /** The faults by kind, and what was counted in the end: the rows share one history. */
  static String sum(List<Verdict> verdicts) {
    Map<String, Integer> kinds = new LinkedHashMap<>();
    verdicts.forEach(one -> kinds.merge(one.row, one.strikes, Integer::sum));
    Judgement last = verdicts.get(verdicts.size() - 1).judgement;
    return String.format(
        Locale.ROOT,
        "faults: %d (%s); inputs %d, turns %d, answers %d, lost %d, doubled %d%n",
        kinds.values().stream().mapToInt(Integer::intValue).sum(),
        String.join(
            ", ",
            kinds.entrySet().stream().map(kind -> kind.getKey() + " " + kind.getValue()).toList()),
        last.inputs(),
        last.turns(),
        last.answers(),
        verdicts.stream().mapToLong(one -> one.judgement.lost()).max().orElse(0),
        verdicts.stream().mapToLong(one -> one.judgement.doubled()).max().orElse(0));
  }
}
