package dev.rota.audit;

import dev.rota.ledger.Entry;
import dev.rota.ledger.Source;
import dev.rota.table.Sha256;
import java.util.Arrays;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Holds one input topic's tape against the ledger: every record taken once, unchanged, in order.
 */
final class InputCheck {
  private final Tape tape;
  private final Beginning beginning;
  private final Report report;
  private final Sha256 sha = new Sha256();
  private long last = -1;

  InputCheck(Tape tape, Beginning beginning, Report report) {
    this.tape = tape;
    this.beginning = beginning;
    this.report = report;
  }

  /** The ledger says that this turn took a record of this topic. */
  void taken(Entry entry) {
    Source source = entry.source();
    if (source.offset() <= last) {
      differs(entry, "an input is decided twice or out of order", "an offset after " + last);
      return;
    }
    last = source.offset();
    if (source.offset() < tape.begin()) {
      report.goneInput();
      return;
    }
    ConsumerRecord<byte[], byte[]> next = tape.peek();
    for (; next != null && next.offset() < source.offset(); next = tape.peek()) {
      ConsumerRecord<byte[], byte[]> passed = tape.take();
      if (beginning.isAfter(passed.topic(), passed.offset())) {
        report.unprovedInput();
        continue;
      }
      report.differs(
          new Finding(
              OutputCheck.where(passed),
              entry.lane(),
              entry.number(),
              "an input that no turn has taken",
              "a turn before this one",
              "none"));
    }
    if (next == null || next.offset() > source.offset()) {
      differs(entry, "an input of the ledger is not on its topic", "a record");
      return;
    }
    tape.take();
    byte[] digest = sha.field(next.key()).field(next.value()).finish();
    // No time at all (-1) is taken for the oldest.
    long millis = Math.max(0, next.timestamp());
    if (!Arrays.equals(digest, source.digest()) || millis != source.timestampMillis()) {
      differs(entry, "an input is not what the ledger says it was", "the digest in the ledger");
      return;
    }
    report.input();
  }

  /** What is left has not been decided yet. */
  void finish() {
    while (tape.take() != null) {
      report.waitingInput();
    }
  }

  private void differs(Entry entry, String what, String expected) {
    report.differs(
        new Finding(
            entry.source().path(), entry.lane(), entry.number(), what, expected, "something else"));
  }
}
