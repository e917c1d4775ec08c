package dev.rota.audit;

import dev.rota.topics.TurnHeaders;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The start of a ledger whose oldest entries are no longer retained. Older records cannot be
 * proved.
 */
final class LedgerStart {
  private final boolean gone;
  private final Map<String, Long> turns = new HashMap<>();
  private final Map<String, Long> inputs = new HashMap<>();

  private LedgerStart(boolean gone) {
    this.gone = gone;
  }

  static LedgerStart whole() {
    return new LedgerStart(false);
  }

  /** Reads a truncated ledger to its end. */
  static LedgerStart of(PeekingReader ledger) {
    LedgerStart beginning = new LedgerStart(true);
    for (ConsumerRecord<byte[], byte[]> line = ledger.take(); line != null; line = ledger.take()) {
      TurnId turn = TurnId.of(line);
      beginning.turns.putIfAbsent(turn.lane(), turn.number());
      String source = String.valueOf(TurnId.header(line, TurnHeaders.SOURCE));
      String[] parts = source.split("/", -1);
      if (parts.length == 3 && parts[2].matches("\\d{1,18}")) {
        beginning.inputs.putIfAbsent(parts[0], Long.parseLong(parts[2]));
      }
    }
    return beginning;
  }

  boolean isGone() {
    return gone;
  }

  /** Returns true if the entry of the record's turn is no longer retained. */
  boolean isAfter(ConsumerRecord<byte[], byte[]> output) {
    if (!gone) {
      return false; // fast path: called for every record
    }
    TurnId turn = TurnId.of(output);
    return turn.number() < turns.getOrDefault(turn.lane(), Long.MAX_VALUE);
  }

  /** Returns true if the entry of that input may no longer be retained. */
  boolean isAfter(String topic, long offset) {
    return gone && offset < inputs.getOrDefault(topic, Long.MAX_VALUE);
  }
}
