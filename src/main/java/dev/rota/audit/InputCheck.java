package dev.rota.audit;

import dev.rota.domain.Output;
import dev.rota.ledger.Entry;
import dev.rota.ledger.OversizedInput;
import dev.rota.ledger.Source;
import dev.rota.table.Sha256;
import dev.rota.topics.RecordBytes;
import dev.rota.topics.Topics;
import java.util.Arrays;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Compares an input topic with the ledger: every record is taken once, unchanged and in order. */
final class InputCheck {
  private final PeekingReader reader;
  private final LedgerStart beginning;
  private final AuditReport report;
  private final Sha256 sha = new Sha256();
  private long last = -1;

  InputCheck(PeekingReader reader, LedgerStart beginning, AuditReport report) {
    this.reader = reader;
    this.beginning = beginning;
    this.report = report;
  }

  /** Checks the input of this entry. */
  void taken(Entry entry) {
    Source source = entry.source();
    if (source.offset() <= last) {
      differs(entry, "an input is decided twice or out of order", "an offset after " + last);
      return;
    }
    last = source.offset();
    if (source.offset() < reader.begin()) {
      report.goneInput();
      return;
    }
    pass(entry);
    ConsumerRecord<byte[], byte[]> next = reader.peek();
    if (next == null || next.offset() > source.offset()) {
      differs(entry, "an input of the ledger is not on its topic", "a record");
      return;
    }
    reader.take();
    if (!isSame(next, source)) {
      differs(entry, "an input differs from the ledger", "the digest in the ledger");
    } else if (Output.TOO_LARGE.equals(entry.reason()) && !isStub(next, entry)) {
      differs(entry, "the stub of an input that is too large differs", "its digest, size, place");
    } else {
      report.input();
    }
  }

  /** Skips the records before the entry's input, which no turn has taken. */
  private void pass(Entry entry) {
    for (ConsumerRecord<byte[], byte[]> next = reader.peek();
        next != null && next.offset() < entry.source().offset();
        next = reader.peek()) {
      ConsumerRecord<byte[], byte[]> passed = reader.take();
      if (beginning.isAfter(passed.topic(), passed.offset())) {
        report.unprovedInput();
      } else {
        report.differs(
            new AuditFinding(
                OutputCheck.where(passed),
                entry.lane(),
                entry.number(),
                "an input that no turn has taken",
                "a turn before this one",
                "none"));
      }
    }
  }

  private boolean isSame(ConsumerRecord<byte[], byte[]> record, Source source) {
    byte[] digest = sha.field(record.key()).field(record.value()).finish();
    // A missing timestamp (-1) counts as 0.
    long millis = Math.max(0, record.timestamp());
    return Arrays.equals(digest, source.digest()) && millis == source.timestampMillis();
  }

  /** The stub tells of this record, and the record is larger than the limit that it tells. */
  private static boolean isStub(ConsumerRecord<byte[], byte[]> record, Entry entry) {
    long bytes = RecordBytes.of(record.key(), record.value(), record.headers());
    OversizedInput stub = OversizedInput.read(entry.input()).orElse(null);
    return stub != null
        && stub.limit() >= Topics.INPUT_BYTES_FLOOR
        && bytes > stub.limit()
        && stub.equals(OversizedInput.of(entry.source(), record.value(), bytes, stub.limit()));
  }

  /** Counts the remaining inputs, which are not decided yet. */
  void finish() {
    while (reader.take() != null) {
      report.waitingInput();
    }
  }

  private void differs(Entry entry, String what, String expected) {
    report.differs(
        new AuditFinding(
            entry.source().path(), entry.lane(), entry.number(), what, expected, "something else"));
  }
}
