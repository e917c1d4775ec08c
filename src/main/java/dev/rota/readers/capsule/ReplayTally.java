package dev.rota.readers.capsule;

import dev.rota.kernel.ledger.PageEnd;
import dev.rota.kernel.ledger.ReplayVerdict;
import dev.rota.kernel.ledger.TurnPage;
import dev.rota.road.kept.CheckpointFinder;
import dev.rota.road.kept.LedgerReader;
import dev.rota.road.topics.LedgerFrame;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Counts verified turns, and notes the first difference. */
final class ReplayTally implements CheckpointFinder.Told, LedgerReader.Observer {
  private long turns;
  private String difference;

  @Override
  public void same(ConsumerRecord<byte[], byte[]> record, ReplayVerdict.Same turn) {
    turns++;
  }

  @Override
  public void differs(ConsumerRecord<byte[], byte[]> record, ReplayVerdict.Differs difference) {
    ReplayVerdict.Divergence one = difference.divergence();
    String turn =
        one.lane() == null ? "" : "lane %s, turn %d, ".formatted(one.lane(), one.number());
    note(turn + one.told());
  }

  @Override
  public void unproved(ConsumerRecord<byte[], byte[]> record, ReplayVerdict.Unproved turn) {
    note(
        "lane %s, turn %d: %s"
            .formatted(turn.entry().lane(), turn.entry().number(), turn.reason()));
  }

  /** Key, timestamp and headers are in no seal. */
  @Override
  public void end(ConsumerRecord<byte[], byte[]> record, TurnPage page, PageEnd end) {
    LedgerFrame.Difference other = LedgerFrame.of(page).difference(record);
    if (other != null) {
      note(
          "offset %d, %s: %s expected, found %s"
              .formatted(record.offset(), other.what(), other.expected(), other.found()));
    }
  }

  private void note(String what) {
    if (difference == null) {
      difference = what;
    }
  }

  @Override
  public void forged(String where, String expected, String found) {
    note("%s: %s expected, but %s".formatted(where, expected, found));
  }

  CapsuleReplay result(long before) {
    return new CapsuleReplay(turns, before, difference);
  }
}
