package dev.rota.readers.audit;

import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.road.logs.PeekingReader;
import dev.rota.road.logs.RetainedStart;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.TurnHeaders;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Compares one channel with the replay, record by record. */
final class OutputCheck implements ChannelCheck {
  private static final int STRAYS_KEPT_MAX = 100_000;

  private final PeekingReader reader;
  private final LedgerStart beginning;
  private final AuditProgress progress;
  private final AuditReport report;
  private final OutputRecord comparison;
  private final RetainedStart start;
  private final FindingRun strays;
  private final FindingRun gap;
  // By rota.turn: strays whose turn comes later are out of order there, not missing as well.
  private final Set<String> early = new HashSet<>();
  // By rota.turn: what is ahead, after a search that failed.
  private Set<String> searched;
  private long passed;
  private boolean matched;

  OutputCheck(
      PeekingReader reader,
      LedgerStart beginning,
      AuditProgress progress,
      OutputRecord comparison,
      AuditReport report) {
    this.reader = reader;
    this.beginning = beginning;
    this.progress = progress;
    this.report = report;
    this.comparison = comparison;
    this.start = reader.isCut() ? RetainedStart.of(reader) : null;
    this.strays = new FindingRun(report);
    this.gap = new FindingRun(report);
    this.passed = reader.begin();
  }

  /** Expects this output as the next record of the channel. */
  @Override
  public void expect(DecidedTurn decided, int index, TurnHeaders headers, InputCheck.Taken input) {
    passOld();
    ConsumerRecord<byte[], byte[]> next = reader.peek();
    if (next != null && comparison.isWhole(next, decided, index)) {
      match();
      report.count(AuditCount.OUTPUTS);
      return;
    }
    String turn = decided.turn(index);
    int places = find(turn);
    if (places < 0) {
      missing(decided.entry(), turn);
      return;
    }
    for (; places > 0; places--) {
      stray(turn, decided.entry());
    }
    comparison.compare(decided, index, headers, match(), input);
  }

  private ConsumerRecord<byte[], byte[]> match() {
    strays.end();
    gap.end();
    matched = true;
    return take();
  }

  private ConsumerRecord<byte[], byte[]> take() {
    searched = null;
    ConsumerRecord<byte[], byte[]> record = reader.take();
    passed = record.offset() + 1;
    return record;
  }

  @Override
  public void skip(TurnEntry entry) {
    passOld();
    String prefix = entry.lane() + "/" + entry.number() + "/";
    for (ConsumerRecord<byte[], byte[]> next = reader.peek();
        next != null && String.valueOf(turn(next)).startsWith(prefix);
        next = reader.peek()) {
      take();
      report.count(AuditCount.UNPROVED_OUTPUTS);
    }
  }

  @Override
  public long position() {
    return passed;
  }

  @Override
  public void finish(Predicate<TurnId> later) {
    passOld();
    strays.end();
    gap.end();
    while (reader.peek() != null) {
      ConsumerRecord<byte[], byte[]> next = take();
      TurnId turn = TurnId.of(next);
      if (progress.isLost(turn)) {
        report.count(AuditCount.UNPROVED_OUTPUTS);
      } else if (later.test(turn)) {
        strays.end();
      } else {
        strays.add(
            new AuditFinding(
                RequiredTopics.where(next),
                turn.lane(),
                turn.number(),
                "a record that no turn published",
                null,
                turn(next)));
      }
    }
    strays.end();
  }

  /** Skips outputs of ledger entries that are no longer retained. */
  private void passOld() {
    for (ConsumerRecord<byte[], byte[]> next = reader.peek();
        next != null && beginning.isAfter(next);
        next = reader.peek()) {
      take();
      report.count(AuditCount.UNPROVED_OUTPUTS);
    }
  }

  private void stray(String expected, TurnEntry entry) {
    ConsumerRecord<byte[], byte[]> stray = take();
    TurnId turn = TurnId.of(stray);
    if (progress.isLost(turn)) {
      report.count(AuditCount.UNPROVED_OUTPUTS);
      return;
    }
    if (!progress.isPast(turn) && early.size() < STRAYS_KEPT_MAX) {
      early.add(turn(stray));
    }
    strays.add(
        AuditFinding.at(
            RequiredTopics.where(stray),
            entry,
            "a record that is repeated, added or out of order",
            expected,
            turn(stray)));
  }

  /** Returns how many records ahead the record of that turn is, or -1. */
  private int find(String turn) {
    if (searched != null && !searched.contains(turn)) {
      return -1;
    }
    Set<String> others = new HashSet<>();
    int places =
        reader.find(
            record -> {
              String other = String.valueOf(turn(record));
              others.add(other);
              return turn.equals(other);
            });
    searched = places < 0 ? others : null;
    return places;
  }

  private void missing(TurnEntry entry, String turn) {
    if (!matched && start != null) {
      report.lostOutput(start);
      return;
    }
    ConsumerRecord<byte[], byte[]> next = reader.peek();
    long ahead = next == null ? reader.end() : next.offset();
    if (reader.isExpired(passed, ahead)) {
      Long millis = next == null ? null : next.timestamp();
      report.lostOutput(new RetainedStart(reader.where(), ahead, millis));
    } else if (reader.stuckAt() >= 0 || reader.isDamaged(passed, ahead)) {
      report.count(AuditCount.UNPROVED_OUTPUTS);
    } else if (!early.remove(turn)) {
      gap.add(AuditFinding.at(reader.where(), entry, "a record is missing", turn, "nothing"));
    }
  }

  static String turn(ConsumerRecord<byte[], byte[]> record) {
    return TurnId.header(record, TurnHeaders.TURN);
  }
}
