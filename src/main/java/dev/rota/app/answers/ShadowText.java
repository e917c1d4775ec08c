package dev.rota.app.answers;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.console.CommandReport;
import dev.rota.base.lines.JsonAvro;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.readers.follow.ShadowEngine;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a shadow decides, as text and JSON. */
final class ShadowText {
  private final String domain;
  private final CommandReport report;
  private final ArrayNode partitions;
  private List<String> lines = new ArrayList<>();
  private ArrayNode turns;
  private boolean proved = true;

  ShadowText(String domain, CommandReport report) {
    this.domain = domain;
    this.report = report;
    this.partitions = report.fields().put("domain", domain).putArray("partitions");
  }

  /** A partition begins. */
  void begin() {
    lines = new ArrayList<>();
    turns = JsonNodeFactory.instance.arrayNode();
  }

  void turn(DecidedTurn decided) {
    TurnEntry entry = decided.entry();
    String at = Instant.ofEpochMilli(entry.atMillis()).toString();
    String of =
        entry.source() == null
            ? entry.kind().name().toLowerCase(Locale.ROOT)
            : entry.source().path();
    lines.add("  %s turn %d, %s: %s".formatted(entry.lane(), entry.number(), at, of));
    ObjectNode turn =
        turns
            .addObject()
            .put("lane", entry.lane())
            .put("turn", entry.number())
            .put("at", at)
            .put("input", entry.source() == null ? null : entry.source().path())
            .put("reason", entry.reason());
    ArrayNode outputs = turn.putArray("outputs");
    decided.published().forEach(out -> output(out, outputs.addObject()));
  }

  private void output(Output out, ObjectNode fields) {
    String topic = out.channel().topic(domain);
    fields.put("topic", topic).put("rule", out.rule());
    if (out.record() != null) {
      fields.set("value", JsonAvro.toJson(out.record()));
    }
    String value = out.record() == null ? "" : " " + JsonAvro.toJson(out.record());
    lines.add("    %s (%s)%s".formatted(topic, out.rule(), value));
  }

  /** The partition is over. */
  void end(int partition, ShadowEngine.Outcome outcome) {
    proved &= outcome.difference() == null;
    report.line("partition %d: %s".formatted(partition, outcome));
    lines.forEach(report::line);
    partitions
        .addObject()
        .put("partition", partition)
        .put("inputs", outcome.inputs())
        .put("left", outcome.left())
        .put("deadLetters", outcome.deadLetters())
        .put("difference", outcome.difference())
        .set("turns", turns);
  }

  boolean isProved() {
    return proved;
  }
}
