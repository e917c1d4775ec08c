package dev.rota.readers.audit;

import dev.rota.kernel.ledger.InputPosition;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.table.Sha256;
import dev.rota.road.logs.OffsetRange;
import dev.rota.road.logs.PeekingReader;
import dev.rota.road.topics.RequiredTopics;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Compares an input topic with the ledger: every record is taken once, unchanged and in order, and
 * the entry holds what is in it.
 */
final class InputCheck {
  /** The offset of a group that has committed none. */
  static final long NONE = -1;

  /** Compares an entry's input with the record on the topic. */
  interface Judge {
    InputJudge.Judgement judge(
        ConsumerRecord<byte[], byte[]> record, TurnEntry entry, boolean exact);
  }

  /**
   * An input that was found on its topic.
   *
   * @param record null: it is no longer retained, or it differs
   * @param cause why it is unreadable, or null
   */
  record Taken(ConsumerRecord<byte[], byte[]> record, Exception cause) {
    static final Taken NOTHING = new Taken(null, null);
  }

  private final PeekingReader reader;
  private final LedgerStart beginning;
  private final AuditProgress progress;
  private final AuditReport report;
  private final Judge judge;
  private final long committed;
  private final FindingRun run;
  private final Sha256 sha = new Sha256();
  private long last = -1;

  /**
   * Checks this topic.
   *
   * @param committed the group's offset; {@link #NONE}: unknown
   */
  InputCheck(
      PeekingReader reader,
      LedgerStart beginning,
      AuditProgress progress,
      AuditReport report,
      Judge judge,
      long committed) {
    this.reader = reader;
    this.beginning = beginning;
    this.progress = progress;
    this.report = report;
    this.judge = judge;
    this.committed = committed;
    this.run = new FindingRun(report);
  }

  /** Goes on behind the inputs before this offset. */
  void goOn(long offset) {
    last = offset - 1;
  }

  /** The offset behind the last input that was taken. */
  long position() {
    return last + 1;
  }

  /**
   * Checks the input of this entry.
   *
   * @param exact true: it was read again, and is just as the engine writes it
   */
  Taken taken(TurnEntry entry, boolean exact) {
    InputPosition source = entry.source();
    if (source.offset() <= last) {
      run.end();
      report.differs(
          finding(entry, "an input is decided twice or out of order", "an offset after " + last));
      return Taken.NOTHING;
    }
    if (last < 0) {
      head(Math.min(source.offset(), reader.begin()));
    }
    last = source.offset();
    if (source.offset() < reader.begin()) {
      report.count(AuditCount.GONE_INPUTS);
      return Taken.NOTHING;
    }
    pass(entry);
    ConsumerRecord<byte[], byte[]> next = reader.peek();
    if (next == null || next.offset() > source.offset()) {
      missing(entry);
      return Taken.NOTHING;
    }
    reader.take();
    return compare(next, entry, exact);
  }

  /** Inputs before the first one of a whole ledger must have been retained no longer. */
  private void head(long offset) {
    if (offset > 0 && !beginning.isGone()) {
      report.unproved(
          reader.where()
              + ": nothing shows what became of the inputs before offset "
              + offset
              + ": they are neither in the ledger nor retained");
    }
  }

  private Taken compare(ConsumerRecord<byte[], byte[]> record, TurnEntry entry, boolean exact) {
    if (!isSame(record, entry.source())) {
      run.add(finding(entry, "an input differs from the ledger", "the digest in the ledger"));
      return Taken.NOTHING;
    }
    run.end();
    InputJudge.Judgement judgement = judge.judge(record, entry, exact);
    if (judgement.finding() != null) {
      report.differs(judgement.finding());
      return Taken.NOTHING;
    }
    if (!judgement.isOpen()) {
      report.count(AuditCount.INPUTS);
    }
    return new Taken(record, judgement.cause());
  }

  private void missing(TurnEntry entry) {
    long offset = entry.source().offset();
    if (reader.isExpired(offset, offset + 1)) {
      report.count(AuditCount.GONE_INPUTS);
    } else if (reader.isDamaged(offset, offset + 1) || isStuckBefore(offset)) {
      report.count(AuditCount.UNPROVED_INPUTS);
    } else {
      run.add(finding(entry, "an input of the ledger is not on its topic", "a record"));
    }
  }

  private boolean isStuckBefore(long offset) {
    return reader.stuckAt() >= 0 && offset >= reader.stuckAt();
  }

  /** Skips the records before the entry's input, which no turn has taken. */
  private void pass(TurnEntry entry) {
    for (ConsumerRecord<byte[], byte[]> next = reader.peek();
        next != null && next.offset() < entry.source().offset();
        next = reader.peek()) {
      ConsumerRecord<byte[], byte[]> passed = reader.take();
      if (progress.isTorn() || beginning.isAfter(passed.topic(), passed.offset())) {
        report.count(AuditCount.UNPROVED_INPUTS);
      } else {
        run.add(
            AuditFinding.at(
                RequiredTopics.where(passed),
                entry,
                "an input that no turn has taken",
                "a turn before this one",
                "none"));
      }
    }
  }

  private boolean isSame(ConsumerRecord<byte[], byte[]> record, InputPosition source) {
    byte[] digest = sha.field(record.key()).field(record.value()).finish();
    // A missing timestamp (-1) counts as 0.
    long millis = Math.max(0, record.timestamp());
    return source.isOf(digest) && millis == source.timestampMillis();
  }

  /** Counts the remaining inputs: not decided yet, or lost if the group says that they are. */
  void finish(LaterTurns tail) {
    run.end();
    for (ConsumerRecord<byte[], byte[]> next = reader.take(); next != null; next = reader.take()) {
      if (next.offset() >= committed || tail.hasTaken(next.topic(), next.offset())) {
        report.count(AuditCount.WAITING_INPUTS);
      } else if (progress.isTorn() || beginning.isAfter(next.topic(), next.offset())) {
        report.count(AuditCount.UNPROVED_INPUTS);
      } else {
        run.add(
            AuditFinding.at(
                RequiredTopics.where(next),
                "an input that the group has committed and no turn has taken",
                "a turn, since the group's offset is " + committed,
                "none"));
      }
    }
    run.end();
    compareEnd(tail);
  }

  private void compareEnd(LaterTurns tail) {
    long gone = Math.min(committed, retained());
    if (committed > reader.endAtOpen()) {
      report.differs(
          reader.where(),
          "the topic ends before the group's offset: it was cut or recreated",
          "an end at " + committed + " or later",
          "an end at " + reader.endAtOpen());
    } else if (!beginning.isGone()
        && gone > last + 1
        && !tail.hasTaken(reader.partition().topic(), gone - 1)) {
      report.unproved(
          reader.where()
              + ": nothing shows what became of the inputs from offset "
              + (last + 1)
              + " to "
              + gone
              + ": the group has committed them, they are neither in the ledger nor retained");
    }
  }

  /** The first offset that nobody has deleted, as far as it was read. */
  private long retained() {
    return reader.expired().stream().mapToLong(OffsetRange::to).max().orElse(reader.begin());
  }

  private static AuditFinding finding(TurnEntry entry, String what, String expected) {
    return AuditFinding.at(entry.source().path(), entry, what, expected, "something else");
  }
}
