package dev.rota.app.audit;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.console.CommandReport;
import dev.rota.kernel.domain.measures.Distribution;
import dev.rota.readers.rehearse.BothHistories;
import dev.rota.readers.rehearse.RehearsalDifference;
import dev.rota.readers.rehearse.RehearsalReport;
import java.time.Instant;
import java.util.Map;

/** What a rehearsal found, as text and JSON. */
final class RehearsalText {
  private static final int HALF = 50;
  private static final int MOST = 90;
  private static final int ALL = 100;

  private RehearsalText() {}

  static CommandReport of(String domain, int rules, RehearsalReport found) {
    CommandReport report = new CommandReport(domain + ": " + verdict(found));
    ObjectNode json = report.fields();
    json.put("domain", domain).put("rules", rules).put("same", found.isSame());
    report.field("recordedRules", found.recordedRules());
    json.put("turns", found.turns()).put("turnsDiffering", found.differences());
    json.put("lanes", found.lanes()).put("lanesDiffering", found.differingLanes());
    json.put("turnsNotDecided", found.turnsNotDecided());
    report.field("leftOut", found.leftOut());
    report.field("first", found.first().orElse(null));
    report.line("rules", "%d, for what rules %s decided", rules, found.recordedRules());
    report.line("turns", "%d replayed, %d differ", found.turns(), found.differences());
    report.line("lanes", "%d, of which %d differ", found.lanes(), found.differingLanes());
    found.first().ifPresent(first -> first(report, first));
    kinds(report, found);
    waiting(report, found);
    if (found.turnsNotDecided() > 0) {
      report.line(
          "note",
          "%d turns cannot be replayed by their own rules here: see 'rota audit %s'",
          found.turnsNotDecided(),
          domain);
    }
    found.leftOut().forEach(what -> report.line("note", "%s", what));
    return report;
  }

  private static String verdict(RehearsalReport found) {
    return found
        .first()
        .map(one -> "DIFFERS first in lane %s, turn %d".formatted(one.lane(), one.number()))
        .orElse("nothing differs");
  }

  private static void first(CommandReport report, RehearsalDifference first) {
    report.line(
        "first",
        "lane %s, turn %d at %s, %s: %s",
        first.lane(),
        first.number(),
        Instant.ofEpochMilli(first.atMillis()),
        first.source() == null ? "a tick" : first.source(),
        first.what());
    first.recorded().forEach(line -> report.line("  recorded", "%s", line));
    first.rehearsed().forEach(line -> report.line("  rehearsed", "%s", line));
  }

  /** Only kinds of which there are more or fewer are lines; all are in the JSON. */
  private static void kinds(CommandReport report, RehearsalReport found) {
    report.field("outputs", found.kinds());
    for (Map.Entry<String, BothHistories> one : found.kinds().entrySet()) {
      BothHistories both = one.getValue();
      if (both.recorded() != both.rehearsed()) {
        report.line("outputs", "%s: %d, now %d", one.getKey(), both.recorded(), both.rehearsed());
      }
    }
  }

  private static void waiting(CommandReport report, RehearsalReport found) {
    Waiting waiting =
        new Waiting(found.waits(), Spread.of(found.waited()), Spread.of(found.waiting()));
    report.field("waiting", waiting);
    if (!found.isSame()) {
      report.line(
          "waiting", "%s in a lane: %s; now %s", waiting.what, waiting.recorded, waiting.rehearsed);
    }
  }

  private record Waiting(String what, Spread recorded, Spread rehearsed) {}

  private record Spread(long samples, long median, long p90, long most) {
    static Spread of(Distribution of) {
      return new Spread(of.samples(), of.percentile(HALF), of.percentile(MOST), of.percentile(ALL));
    }

    @Override
    public String toString() {
      return "median %d, 90 %% at most %d, at most %d".formatted(median, p90, most);
    }
  }
}
