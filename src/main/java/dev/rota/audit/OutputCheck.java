package dev.rota.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.domain.Output;
import dev.rota.ledger.Decided;
import dev.rota.ledger.Entry;
import dev.rota.table.Sha256;
import dev.rota.topics.TurnHeaders;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Compares one channel with the replay, record by record. */
final class OutputCheck implements ChannelCheck {
  private static final int LOOK_AHEAD = 1_000;

  private final PeekingReader reader;
  private final LedgerStart beginning;
  private final AuditReport report;
  private final Sha256 sha = new Sha256();
  private final RetainedStart start;
  private boolean matched;

  OutputCheck(PeekingReader reader, LedgerStart beginning, AuditReport report) {
    this.reader = reader;
    this.beginning = beginning;
    this.report = report;
    this.start = reader.begin() > 0 ? RetainedStart.of(reader) : null;
  }

  /** Expects this output as the next record of the channel. */
  @Override
  public void expect(Decided decided, int index, TurnHeaders headers) {
    passOld();
    ConsumerRecord<byte[], byte[]> next = reader.peek();
    if (next != null && isWhole(next, decided, index, headers)) {
      matched = true;
      reader.take();
      report.output();
      return;
    }
    String turn = decided.turn(index);
    Entry entry = decided.entry();
    int places = find(turn);
    if (places < 0) {
      missing(entry, turn);
      return;
    }
    for (; places > 0; places--) {
      ConsumerRecord<byte[], byte[]> stray = reader.take();
      report.differs(
          finding(
              stray, entry, "a record that is repeated, added or out of order", turn, turn(stray)));
    }
    matched = true;
    compare(decided, index, reader.take());
  }

  /**
   * Returns true if the record is identical. This fast path avoids strings; {@link #compare} finds
   * the difference.
   */
  private static boolean isWhole(
      ConsumerRecord<byte[], byte[]> record, Decided decided, int index, TurnHeaders headers) {
    Output output = decided.published().get(index);
    Entry entry = decided.entry();
    return !output.isDeadLetter()
        && record.timestamp() == entry.atMillis()
        && WireFormat.holds(record.value(), output.payload())
        && entry.lane().equals(text(record.key()))
        && record.headers().equals(headers.of(index));
  }

  @Override
  public void skip(Entry entry) {
    passOld();
    String prefix = entry.lane() + "/" + entry.number() + "/";
    for (ConsumerRecord<byte[], byte[]> next = reader.peek();
        next != null && String.valueOf(turn(next)).startsWith(prefix);
        next = reader.peek()) {
      reader.take();
      report.unprovedOutput();
    }
  }

  @Override
  public void finish(Predicate<TurnId> later) {
    passOld();
    for (ConsumerRecord<byte[], byte[]> next = reader.take(); next != null; next = reader.take()) {
      TurnId turn = TurnId.of(next);
      if (!later.test(turn)) {
        report.differs(
            new AuditFinding(
                where(next),
                turn.lane(),
                turn.number(),
                "a record that no turn published",
                null,
                turn(next)));
      }
    }
  }

  /** Skips outputs of ledger entries that are no longer retained. */
  private void passOld() {
    for (ConsumerRecord<byte[], byte[]> next = reader.peek();
        next != null && beginning.isAfter(next);
        next = reader.peek()) {
      reader.take();
      report.unprovedOutput();
    }
  }

  /** Returns how many records ahead the record of that turn is, or -1. */
  private int find(String turn) {
    for (int places = 0; places < LOOK_AHEAD; places++) {
      ConsumerRecord<byte[], byte[]> record = reader.peek(places);
      if (record == null) {
        return -1;
      }
      if (turn.equals(turn(record))) {
        return places;
      }
    }
    return -1;
  }

  private void missing(Entry entry, String turn) {
    if (!matched && start != null) {
      report.lostOutput(start);
      return;
    }
    report.differs(
        new AuditFinding(
            reader.where(), entry.lane(), entry.number(), "a record is missing", turn, "nothing"));
  }

  private void compare(Decided decided, int index, ConsumerRecord<byte[], byte[]> record) {
    Entry entry = decided.entry();
    Output output = decided.published().get(index);
    String source = entry.source() == null ? null : entry.source().path();
    boolean deadLetter = output.isDeadLetter();
    String rule = deadLetter ? TurnHeaders.REASON : TurnHeaders.RULE;
    boolean same =
        agrees(
                record,
                entry,
                "the source header",
                source,
                TurnId.header(record, TurnHeaders.SOURCE))
            && agrees(record, entry, "the rule header", output.rule(), TurnId.header(record, rule))
            && agrees(
                record,
                entry,
                "the rules version header",
                Integer.toString(entry.rules()),
                TurnId.header(record, TurnHeaders.RULES))
            && agrees(
                record,
                entry,
                "the timestamp",
                Long.toString(entry.atMillis()),
                Long.toString(record.timestamp()))
            && (deadLetter
                ? letter(record, entry, output)
                : agrees(record, entry, "the key", entry.lane(), text(record.key()))
                    && payload(record, entry, output));
    if (same && deadLetter) {
      report.deadLetter();
    } else if (same) {
      report.output();
    }
  }

  private boolean payload(ConsumerRecord<byte[], byte[]> record, Entry entry, Output output) {
    byte[] found = WireFormat.payload(record);
    if (Arrays.equals(found, output.payload())) {
      return true;
    }
    String was = WireFormat.show(output.record().getSchema(), found);
    return agrees(record, entry, "the value", output.record().toString(), was);
  }

  /** A dead letter is an input, whose digest is in the ledger, or a deadline or stub as text. */
  private boolean letter(ConsumerRecord<byte[], byte[]> record, Entry entry, Output output) {
    if (output.isDeadline() || output.isStub() || entry.source() == null) {
      String what = output.isStub() ? "the stub" : "the deadline";
      return agrees(record, entry, "the key", entry.lane(), text(record.key()))
          && agrees(record, entry, what, text(output.payload()), text(record.value()));
    }
    byte[] digest = sha.field(record.key()).field(record.value()).finish();
    return Arrays.equals(digest, entry.source().digest())
        || agrees(record, entry, "a dead letter's bytes", "those of the input", "others");
  }

  private boolean agrees(
      ConsumerRecord<byte[], byte[]> record,
      Entry entry,
      String what,
      String expected,
      String found) {
    if (Objects.equals(expected, found)) {
      return true;
    }
    report.differs(finding(record, entry, what + " differs", expected, found));
    return false;
  }

  private static AuditFinding finding(
      ConsumerRecord<byte[], byte[]> record,
      Entry entry,
      String what,
      String expected,
      String found) {
    return new AuditFinding(where(record), entry.lane(), entry.number(), what, expected, found);
  }

  static String where(ConsumerRecord<byte[], byte[]> record) {
    return record.topic() + "/" + record.partition() + "/" + record.offset();
  }

  private static String turn(ConsumerRecord<byte[], byte[]> record) {
    return TurnId.header(record, TurnHeaders.TURN);
  }

  private static String text(byte[] bytes) {
    return bytes == null ? null : new String(bytes, UTF_8);
  }
}
