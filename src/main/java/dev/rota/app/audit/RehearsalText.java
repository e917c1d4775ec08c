package dev.rota.app.audit;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.console.CommandReport;
import dev.rota.kernel.domain.measures.Distribution;
import dev.rota.readers.rehearse.BothHistories;
import dev.rota.readers.rehearse.RehearsalDifference;
import dev.rota.readers.rehearse.RehearsalReport;
import java.time.Instant;

/** What a rehearsal found, as text and JSON. */
final class RehearsalText {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int HALF = 50;
  private static final int MOST = 90;
  private static final int ALL = 100;

  private RehearsalText() {}

  static CommandReport of(String domain, int rules, RehearsalReport found) {
    CommandReport report = new CommandReport(domain + ": " + verdict(found));
    ObjectNode json = report.fields();
    json.put("domain", domain).put("rules", rules).put("same", found.isSame());
    json.set("recordedRules", JSON.valueToTree(found.recordedRules()));
    json.put("turns", found.turns()).put("turnsDiffering", found.differences());
    json.put("lanes", found.lanes()).put("lanesDiffering", found.differingLanes());
    json.put("turnsNotDecided", found.turnsNotDecided());
    json.set("leftOut", JSON.valueToTree(found.leftOut()));
    json.set("first", JSON.valueToTree(found.first().orElse(null)));
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
    ObjectNode json = report.fields().putObject("outputs");
    found
        .kinds()
        .forEach(
            (kind, both) -> {
              put(json.putObject(kind), both);
              if (both.recorded() != both.rehearsed()) {
                report.line("outputs", "%s: %d, now %d", kind, both.recorded(), both.rehearsed());
              }
            });
  }

  private static void put(ObjectNode json, BothHistories both) {
    json.put("recorded", both.recorded()).put("rehearsed", both.rehearsed());
  }

  private static void waiting(CommandReport report, RehearsalReport found) {
    ObjectNode json = report.fields().putObject("waiting").put("what", found.waits());
    put(json.putObject("recorded"), found.waited());
    put(json.putObject("rehearsed"), found.waiting());
    if (!found.isSame()) {
      report.line(
          "waiting",
          "%s in a lane: %s; now %s",
          found.waits(),
          told(found.waited()),
          told(found.waiting()));
    }
  }

  private static void put(ObjectNode json, Distribution of) {
    json.put("samples", of.samples()).put("median", of.percentile(HALF));
    json.put("p90", of.percentile(MOST)).put("most", of.percentile(ALL));
  }

  private static String told(Distribution of) {
    return "median %d, 90 %% at most %d, at most %d"
        .formatted(of.percentile(HALF), of.percentile(MOST), of.percentile(ALL));
  }
}
