package dev.rota.app.letters;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.console.ByteFormatter;
import dev.rota.app.console.CommandReport;
import dev.rota.road.letters.DeadLetter;
import dev.rota.road.letters.RecordPlace;
import dev.rota.road.letters.ReplayLineage;
import dev.rota.road.topics.TurnHeaders;
import dev.rota.road.topics.WireFormat;
import java.time.Instant;
import org.apache.kafka.common.header.Header;

/** {@code rota dlq show}: all that is known of one dead letter. */
final class LetterReport {
  private LetterReport() {}

  /**
   * The report of a letter.
   *
   * @param to where it was sent again; null: it was not
   */
  static CommandReport of(DeadLetter letter, LetterValue value, String domain, RecordPlace to) {
    CommandReport report = new CommandReport(letter.place() + ": " + letter.reason());
    ObjectNode json = report.fields();
    json.setAll(LetterList.json(letter, to));
    report.line("input", "%s", letter.source().map(RecordPlace::toString).orElse("none"));
    report.line("time", "%s", Instant.ofEpochMilli(letter.record().timestamp()));
    report.line("key", "%s", told(letter.record().key()));
    String turn = TurnHeaders.text(letter.record().headers(), TurnHeaders.TURN);
    json.put("turn", turn).put("complaint", letter.complaint());
    report.line("turn", "%s", turn);
    report.line("because", "%s", letter.complaint());
    lineage(letter, to, report);
    json.set("headers", headers(letter));
    for (Header header : letter.own()) {
      report.line("header", "%s: %s", header.key(), text(header));
    }
    value(value, report);
    String next = NextStep.of(letter, domain, to);
    json.put("next", next);
    report.line("next", "%s", next);
    return report;
  }

  /** The record's own, by name; of those with one name the last. */
  static ObjectNode headers(DeadLetter letter) {
    ObjectNode headers = JsonNodeFactory.instance.objectNode();
    letter.own().forEach(one -> headers.put(one.key(), text(one)));
    return headers;
  }

  private static void lineage(DeadLetter letter, RecordPlace to, CommandReport report) {
    if (letter.replays() > 0) {
      String origin = TurnHeaders.text(letter.own(), ReplayLineage.ORIGIN);
      report.fields().put("origin", origin);
      report.line("came back", "%s; it was %s", LetterList.times(letter.replays()), origin);
    }
    report.line("sent again", "%s", to == null ? "not yet" : "to " + to);
  }

  private static void value(LetterValue value, CommandReport report) {
    ObjectNode json = report.fields();
    String id = value.schemaId() == null ? null : value.schemaId().toString();
    json.put("schemaId", id);
    report.line("schema id", "%s", id == null ? "none" : id);
    if (value.isDecoded()) {
      json.put("type", value.type()).set("value", value.json());
      report.line("value", "%s, %d bytes", value.type(), value.size());
      report.line("", "%s", value.json());
      return;
    }
    json.put("undecodable", value.why());
    report.line("value", "%d bytes, which cannot be decoded: %s", value.size(), value.why());
    if (value.size() > 0) {
      json.put("excerpt", value.excerpt());
      report.line("", "%s", value.excerpt());
    }
  }

  private static String text(Header header) {
    boolean binary = header.key().equals(WireFormat.ID_HEADER) && header.value() != null;
    return binary ? ByteFormatter.hex(header.value()) : ByteFormatter.text(header.value());
  }

  private static String told(byte[] key) {
    return key == null ? "none" : ByteFormatter.text(key);
  }
}
