package dev.rota.audit;

import dev.rota.topics.TurnHeaders;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The ledger's entries after the audit's end, read on demand. A transaction becomes visible on one
 * partition after another.
 */
final class Tail {
  private final PeekingReader ledger;
  private final Progress progress;
  private final Map<String, Long> turns = new HashMap<>();
  private final Map<String, Long> inputs = new HashMap<>();
  private boolean read;

  Tail(PeekingReader ledger, Progress progress) {
    this.ledger = ledger;
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
      TurnId turn = TurnId.of(line);
      turns.merge(turn.lane(), turn.number(), Math::max);
      String[] source = String.valueOf(TurnId.header(line, TurnHeaders.SOURCE)).split("/", -1);
      if (source.length == 3 && source[2].matches("\\d{1,18}")) {
        inputs.merge(source[0], Long.parseLong(source[2]), Math::max);
      }
    }
  }
}
