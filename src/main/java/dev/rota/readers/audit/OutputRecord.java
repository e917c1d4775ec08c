package dev.rota.readers.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.kernel.domain.Output;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.table.Sha256;
import dev.rota.road.topics.LedgerFrame;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.TurnHeaders;
import dev.rota.road.topics.TurnMatch;
import dev.rota.road.topics.WireFormat;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/** Compares one published record with the output that was decided: key, time, headers, value. */
final class OutputRecord {
  /** Headers that messages name, the others are reported as a whole. */
  private static final Map<String, String> NAMED =
      new TreeMap<>(
          Map.of(
              TurnHeaders.TURN, "the turn header",
              TurnHeaders.SOURCE, "the source header",
              TurnHeaders.RULE, "the rule header",
              TurnHeaders.REASON, "the rule header",
              TurnHeaders.RULES, "the rules version header"));

  private final ValueConversions conversions;
  private final SchemaIds ids;
  private final AuditReport report;
  private final Sha256 sha = new Sha256();

  OutputRecord(ValueConversions conversions, SchemaIds ids, AuditReport report) {
    this.conversions = conversions;
    this.ids = ids;
    this.report = report;
  }

  /**
   * Returns true if the record is identical. This fast path avoids strings; {@link #compare} finds
   * the difference.
   */
  boolean isWhole(ConsumerRecord<byte[], byte[]> record, DecidedTurn decided, int index) {
    Output output = decided.published().get(index);
    TurnEntry entry = decided.entry();
    boolean same =
        !output.isDeadLetter()
            && record.timestamp() == entry.atMillis()
            && WireFormat.holds(record.value(), output.payload())
            && TurnMatch.isKey(entry, record.key())
            && TurnMatch.isOf(decided, index, record.headers());
    if (same) {
      // No header has it: the headers are those of the turn.
      ids.use(record, WireFormat.prefix(record.value()), output.schema(), entry);
    }
    return same;
  }

  /** Reports the first difference, or counts the record. */
  void compare(
      DecidedTurn decided,
      int index,
      TurnHeaders headers,
      ConsumerRecord<byte[], byte[]> record,
      InputCheck.Taken input) {
    TurnEntry entry = decided.entry();
    Output output = decided.published().get(index);
    if (!agrees(record, entry, "the timestamp", entry.atMillis(), record.timestamp())) {
      return;
    }
    if (output.isDeadLetter()) {
      letter(decided, index, headers, record, input);
    } else if (agrees(record, entry, "the key", output.keyIn(entry.lane()), text(record.key()))
        && areSame(record, entry, all(headers.of(index)), all(WireFormat.bare(record.headers())))
        && payload(record, entry, output)) {
      report.count(AuditCount.OUTPUTS);
    }
  }

  private boolean payload(ConsumerRecord<byte[], byte[]> record, TurnEntry entry, Output output) {
    byte[] found = WireFormat.payload(record);
    byte[] payload = output.payload();
    if (Arrays.equals(found, payload)) {
      ids.use(record, output.schema(), entry);
      return true;
    }
    Optional<Schema> written = conversions.schema(record, output, payload);
    if (written.isPresent()) {
      ids.use(record, written.get(), entry);
      report.count(AuditCount.CONVERTED);
      return true;
    }
    String was = WireFormat.show(output.schema(), found);
    String expected = output.record().toString();
    return agrees(
        record,
        entry,
        "the value",
        expected,
        was.equals(expected) ? HexFormat.of().formatHex(found) + ", other bytes" : was);
  }

  /** A dead letter is an input, whose digest is in the ledger, or a deadline as text. */
  private void letter(
      DecidedTurn decided,
      int index,
      TurnHeaders headers,
      ConsumerRecord<byte[], byte[]> record,
      InputCheck.Taken input) {
    TurnEntry entry = decided.entry();
    Output output = decided.published().get(index);
    if (output.isDeadline() || entry.source() == null) {
      if (agrees(record, entry, "the key", entry.lane(), text(record.key()))
          && agrees(record, entry, "the deadline", hex(output.payload()), hex(record.value()))
          && hasHeaders(record, entry, headers.ofDeadline(index))) {
        report.count(AuditCount.DEAD_LETTERS);
      }
      return;
    }
    if (output.isStub()) {
      if (agrees(record, entry, "the key", hex(TurnHeaders.stubKey(entry)), hex(record.key()))
          && agrees(record, entry, "the stub", text(output.payload()), text(record.value()))
          && hasHeaders(record, entry, headers.ofStub(index, input.cause()))) {
        report.count(AuditCount.DEAD_LETTERS);
      }
      return;
    }
    byte[] digest = sha.field(record.key()).field(record.value()).finish();
    if (!entry.source().isOf(digest)) {
      agrees(record, entry, "a dead letter's bytes", "those of the input", "others");
      return;
    }
    Throwable cause = decided.fault(index) == null ? input.cause() : decided.fault(index);
    boolean alone = input.record() == null;
    Headers own = alone ? TurnHeaders.ofInput(record.headers()) : input.record().headers();
    if (hasHeaders(record, entry, headers.ofDeadLetter(own, index, cause))) {
      report.count(AuditCount.DEAD_LETTERS);
      if (alone) {
        report.count(AuditCount.LETTERS_ALONE);
      }
    }
  }

  private boolean hasHeaders(
      ConsumerRecord<byte[], byte[]> record, TurnEntry entry, Headers expected) {
    LetterHeaders right = new LetterHeaders(expected);
    LetterHeaders there = new LetterHeaders(record.headers());
    if (!areSame(record, entry, right.bound(), there.bound())) {
      return false;
    }
    if (there.isReworded(right)) {
      report.count(AuditCount.REWORDED);
    }
    return true;
  }

  private boolean areSame(
      ConsumerRecord<byte[], byte[]> record,
      TurnEntry entry,
      List<Header> expected,
      List<Header> found) {
    if (expected.equals(found)) {
      return true;
    }
    for (Map.Entry<String, String> named : NAMED.entrySet()) {
      String name = named.getKey();
      if (!agrees(record, entry, named.getValue(), last(expected, name), last(found, name))) {
        return false;
      }
    }
    return agrees(
        record, entry, "the headers", LedgerFrame.told(expected), LedgerFrame.told(found));
  }

  private static List<Header> all(Headers headers) {
    return List.of(headers.toArray());
  }

  private static String last(Iterable<Header> headers, String name) {
    String text = null;
    for (Header header : headers) {
      text = header.key().equals(name) ? text(header.value()) : text;
    }
    return text;
  }

  private boolean agrees(
      ConsumerRecord<byte[], byte[]> record,
      TurnEntry entry,
      String what,
      Object expected,
      Object found) {
    if (Objects.equals(expected, found)) {
      return true;
    }
    report.differs(
        RequiredTopics.where(record),
        entry,
        what + (what.endsWith("s") ? " differ" : " differs"),
        Objects.toString(expected),
        Objects.toString(found));
    return false;
  }

  private static String hex(byte[] bytes) {
    return bytes == null ? null : HexFormat.of().formatHex(bytes);
  }

  private static String text(byte[] bytes) {
    return bytes == null ? null : new String(bytes, UTF_8);
  }

  /**
   * The headers of a dead letter: those of the record, those of the turn, and at the end the
   * exception in words. Words may change between versions, so they are no part of what is proved.
   */
  private static final class LetterHeaders {
    private static final int WORDS = 2;

    private final List<Header> bound;
    private final List<Header> words;

    LetterHeaders(Headers headers) {
      List<Header> all = Arrays.asList(headers.toArray());
      int end = all.size();
      boolean explained =
          end >= WORDS
              && all.get(end - 2).key().equals(TurnHeaders.EXCEPTION)
              && all.get(end - 1).key().equals(TurnHeaders.MESSAGE);
      bound = explained ? all.subList(0, end - WORDS) : all;
      words = explained ? all.subList(end - WORDS, end) : List.of();
    }

    /** The headers that are proved. */
    List<Header> bound() {
      return bound;
    }

    /** Returns true if both have words, and others. */
    boolean isReworded(LetterHeaders expected) {
      return !expected.words.isEmpty() && !words.equals(expected.words);
    }
  }
}
