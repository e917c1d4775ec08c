package dev.rota.app.audit;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.console.CommandReport;
import dev.rota.base.lines.AnswerJson;
import dev.rota.readers.audit.AuditCount;
import dev.rota.readers.audit.AuditFinding;
import dev.rota.readers.audit.AuditReport;
import dev.rota.road.kept.AuditStart;
import dev.rota.road.logs.RetainedStart;
import java.time.Instant;
import java.util.List;

/** The result of an audit, as text and as JSON. */
final class AuditText {
  private static final int SHOWN_MAX = 10;

  private AuditText() {}

  /** The whole result. */
  static CommandReport of(String name, AuditReport audit, AuditSpeed speed) {
    CommandReport report = new CommandReport(name + ": " + verdict(audit));
    ObjectNode json = report.fields().put("domain", name).put("proved", audit.proved());
    begun(report, audit);
    report.line("lanes", "%d", audit.lanes());
    report.line("turns", "%d replayed identically", audit.turns());
    report.line("outputs", "%d identical, byte for byte", audit.outputs());
    report.line("dead letters", "%d unchanged", audit.deadLetters());
    report.line("inputs", "%d in the ledger exactly once, unchanged", audit.inputs());
    json.put("lanes", audit.lanes()).put("turns", audit.turns()).put("outputs", audit.outputs());
    json.put("deadLetters", audit.deadLetters()).put("inputs", audit.inputs());
    json.put("moves", audit.total(AuditCount.MOVES));
    if (audit.total(AuditCount.MOVES) > 0) {
      report.line(
          "moves",
          "%d times a lane left a partition, and came to another as it was",
          audit.total(AuditCount.MOVES));
    }
    if (audit.turns() == 0 && audit.proved()) {
      report.line("note", "nothing has been decided yet");
    }
    notes(report, audit);
    report.line("digest", "%s", audit.digest());
    report.line(
        "speed",
        "%.0f turns/s, %.1f s, %.2f of only reading the same records",
        speed.turnsPerSecond(),
        speed.seconds(),
        speed.ofReading());
    json.put("beginningGone", audit.beginningGone()).put("differences", audit.differences());
    json.put("digest", audit.digest()).put("seconds", speed.seconds());
    json.put("turnsPerSecond", speed.turnsPerSecond()).put("ofReading", speed.ofReading());
    findings(report, audit);
    report.field("starts", audit.starts());
    report.field("findings", audit.findings());
    return report;
  }

  /** Where it began, and who has signed that checkpoint. */
  private static void begun(CommandReport report, AuditReport audit) {
    var json = report.fields().putArray("from");
    for (AuditStart one : audit.begun()) {
      Instant time = Instant.ofEpochMilli(one.atMillis());
      report.line(
          "from",
          "partition %d, page %d of %s: %d earlier turns, by a checkpoint %s",
          one.partition(),
          one.page(),
          time,
          one.turns(),
          one.word());
      var begun = json.addObject().put("partition", one.partition()).put("page", one.page());
      begun.put("turns", one.turns()).put("time", one.atMillis());
      begun.put("word", one.word().name()).put("verified", one.word().verified());
      begun.put("formerCluster", one.word().cluster());
      begun.set("lanes", AnswerJson.tree(one.lanes()));
    }
  }

  /** Who has signed. */
  private static List<String> words(AuditReport audit) {
    return audit.begun().stream().map(one -> one.word().toString()).distinct().toList();
  }

  /**
   * How many checkpoints were kept.
   *
   * @param signed true: with a key
   */
  static void kept(CommandReport report, AuditReport audit, boolean signed) {
    long count = audit.total(AuditCount.KEPT);
    report.fields().put("kept", count);
    report.line("kept", keptWhat(audit, signed), count);
  }

  private static String keptWhat(AuditReport audit, boolean signed) {
    if (!audit.proved()) {
      return "no checkpoint: not everything is verified";
    }
    return signed && !AuditStart.areVerified(audit.begun())
        ? "no checkpoint: the audit began with one that no trusted key has signed;"
            + " trust its key with --policy, or audit from the beginning"
        : "%d checkpoints";
  }

  private static void notes(CommandReport report, AuditReport audit) {
    note(
        report,
        "faults",
        audit.faults(),
        "failures of the rules, reproduced; their dead letters have the causes");
    note(
        report,
        "converted",
        audit.total(AuditCount.CONVERTED),
        "outputs were converted to another version of their schema by the serializer");
    note(
        report,
        "deadLettersAlone",
        audit.total(AuditCount.LETTERS_ALONE),
        "dead letters without their inputs: the inputs' own headers cannot be compared");
    note(
        report,
        "deadLettersReworded",
        audit.total(AuditCount.REWORDED),
        "dead letters give their reason in other words than this version");
    note(
        report,
        "schemasLater",
        audit.total(AuditCount.LATER_SCHEMAS),
        "inputs were of a schema unknown to the engine, which the registry has by now; compare it"
            + " with when it was registered");
    note(
        report,
        "schemasPerhapsKnown",
        audit.total(AuditCount.PERHAPS_KNOWN_SCHEMAS),
        "of these inputs may be of a schema that the engine knew: the ledger's first turns, which"
            + " would show it, are deleted");
    RulesNotes.tell(report, audit);
    limits(report, audit);
    unproved(report, audit);
  }

  /** The setting is known to those who set it, not to the audit. */
  private static void limits(CommandReport report, AuditReport audit) {
    report.field("inputsByLimit", audit.inputsByLimit());
    String what = "%d inputs are larger than the limit of %d bytes that the ledger names";
    audit
        .inputsByLimit()
        .forEach(
            (limit, count) ->
                report.line("note", what + "; compare it with input.bytes.max", count, limit));
  }

  private static void unproved(CommandReport report, AuditReport audit) {
    note(
        report,
        "inputsGone",
        audit.goneInputs(),
        "inputs are no longer retained; the ledger has them");
    note(report, "inputsWaiting", audit.waitingInputs(), "inputs are not decided yet");
    note(
        report,
        "unprovedTurns",
        audit.unprovedTurns(),
        "turns unproved: the start of their lane is no longer retained or differs");
    note(
        report,
        "unprovedOutputs",
        audit.unprovedOutputs(),
        "outputs unproved: their turns are unproved, or they are no longer retained");
    note(
        report,
        "unprovedInputs",
        audit.unprovedInputs(),
        "inputs unproved: their entries are no longer retained, or nothing says what they hold");
    audit.unproved().forEach(why -> report.line("unproved", "%s", why));
    audit.warnings().forEach(what -> report.line("warning", "%s", what));
    report.field("unproved", audit.unproved());
    report.field("warnings", audit.warnings());
    for (RetainedStart start : audit.starts()) {
      report.line("note", "%s", start);
    }
  }

  private static void note(CommandReport report, String field, long count, String what) {
    report.fields().put(field, count);
    if (count > 0) {
      report.line("note", "%d %s", count, what);
    }
  }

  private static void findings(CommandReport report, AuditReport audit) {
    List<AuditFinding> all = audit.findings();
    List<AuditFinding> shown = all.subList(0, Math.min(SHOWN_MAX, all.size()));
    for (AuditFinding finding : shown) {
      report.line("differs: " + finding.what());
      String more = finding.records() > 1 ? ", and " + (finding.records() - 1) + " more" : "";
      report.line("  at       " + finding.where() + more);
      if (finding.lane() != null) {
        String turn = finding.turn() > 0 ? ", turn " + finding.turn() : "";
        report.line("  lane     " + finding.lane() + turn);
      }
      if (finding.expected() != null) {
        report.line("  expected " + finding.expected());
      }
      report.line("  found    " + finding.found());
    }
    if (audit.differences() > shown.size()) {
      report.line("… and " + (audit.differences() - shown.size()) + " more");
    }
  }

  private static String verdict(AuditReport report) {
    if (report.differences() > 0) {
      return "DIFFERS in "
          + report.differences()
          + (report.differences() == 1 ? " place" : " places");
    }
    if (!report.proved()) {
      return "partly UNPROVED: " + RulesNotes.why(report).orElse("history is missing");
    }
    if (words(report).isEmpty()) {
      return "PROVED";
    }
    return "PROVED from kept checkpoints on, " + String.join("; ", words(report));
  }
}
