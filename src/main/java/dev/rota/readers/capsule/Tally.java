package dev.rota.readers.capsule;

import dev.rota.kernel.ledger.Verdict;
import dev.rota.road.kept.Starts;
import dev.rota.road.topics.LedgerFrame;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Counts turns that are decided again to the same, and notes the first difference. */
final class Tally implements Starts.Told {
  private long turns;
  private String difference;

  void add(Verdict verdict) {
    if (verdict instanceof Verdict.Same) {
      turns++;
    } else if (verdict instanceof Verdict.Differs differs) {
      Verdict.Divergence one = differs.divergence();
      String turn =
          one.lane() == null ? "" : "lane %s, turn %d, ".formatted(one.lane(), one.number());
      note(turn + one.told());
    } else if (verdict instanceof Verdict.Unproved unproved) {
      note(
          "lane %s, turn %d: %s"
              .formatted(unproved.entry().lane(), unproved.entry().number(), unproved.reason()));
    }
  }

  /** Key, timestamp and headers are in no seal. */
  void frame(ConsumerRecord<byte[], byte[]> record, LedgerFrame frame) {
    LedgerFrame.Difference other = frame.difference(record);
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

  @Override
  public void warn(String what) {
    // A capsule begins where it begins.
  }

  Replayed result(long before) {
    return new Replayed(turns, before, difference);
  }
}
