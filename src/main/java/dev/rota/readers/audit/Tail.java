package dev.rota.readers.audit;

import dev.rota.road.logs.PeekingReader;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The ledger's turns after the audit's end, read on demand. A transaction becomes visible on one
 * partition after another.
 */
final class Tail {
  private final PeekingReader ledger;
  private final Conversions conversions;
  private final Progress progress;
  private final Map<String, Long> turns = new HashMap<>();
  private final Map<String, Long> inputs = new HashMap<>();
  private boolean read;

  Tail(PeekingReader ledger, Conversions conversions, Progress progress) {
    this.ledger = ledger;
    this.conversions = conversions;
    this.progress = progress;
  }

  boolean has(TurnId turn) {
    if (turn.number() <= progress.last(turn.lane())) {
      return false;
    }
    if (turn.number() > turns.getOrDefault(turn.lane(), 0L)) {
      // The record may have become visible after the last read of the ledger.
      read();
    }
    return turn.number() <= turns.getOrDefault(turn.lane(), 0L);
  }

  /** Returns true if a turn took this input or a later one. */
  boolean hasTaken(String topic, long offset) {
    // Once is enough: what the group had committed was written before the audit's end.
    if (!read) {
      read();
    }
    return offset <= inputs.getOrDefault(topic, -1L);
  }

  private void read() {
    read = true;
    ledger.extend();
    for (ConsumerRecord<byte[], byte[]> line = ledger.take(); line != null; line = ledger.take()) {
      for (LedgerStart.Taken one : LedgerStart.Taken.of(line, conversions)) {
        turns.merge(one.turn().lane(), one.turn().number(), Math::max);
        if (one.topic() != null) {
          inputs.merge(one.topic(), one.offset(), Math::max);
        }
      }
    }
  }
}
