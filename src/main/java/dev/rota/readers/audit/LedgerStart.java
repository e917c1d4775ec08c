package dev.rota.readers.audit;

import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.road.kept.OpenedCheckpoint;
import dev.rota.road.logs.PeekingReader;
import dev.rota.road.topics.TurnReader;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The start of a ledger whose oldest pages are no longer retained. Older records cannot be proved.
 */
final class LedgerStart {
  private final boolean gone;
  private final Map<String, Long> turns = new HashMap<>();
  private final Map<String, Long> inputs = new HashMap<>();

  /** Null: none. */
  private OpenedCheckpoint start;

  private LedgerStart(boolean gone) {
    this.gone = gone;
  }

  static LedgerStart whole() {
    return new LedgerStart(false);
  }

  /**
   * A ledger that is read from a kept checkpoint on.
   *
   * @param start null: it is forged
   */
  static LedgerStart kept(OpenedCheckpoint start) {
    LedgerStart beginning = new LedgerStart(false);
    beginning.start = start;
    return beginning;
  }

  /** Reads a truncated ledger to its end. */
  static LedgerStart of(PeekingReader ledger, TurnReader turns) {
    LedgerStart beginning = new LedgerStart(true);
    ledger.forEach(line -> turns.of(line).forEach(beginning::take));
    return beginning;
  }

  private void take(TurnEntry turn) {
    turns.putIfAbsent(turn.lane(), turn.number());
    if (turn.source() != null) {
      inputs.putIfAbsent(turn.source().topic(), turn.source().offset());
    }
  }

  boolean isGone() {
    return gone;
  }

  /** How far the kept checkpoint has compared a topic; 0: there is none, or it does not say it. */
  long position(String topic) {
    return start == null ? 0 : start.kept().position(topic);
  }

  /** Returns true if the kept checkpoint has compared the record. */
  boolean isKept(ConsumerRecord<byte[], byte[]> output) {
    if (start == null) {
      return false; // fast path: called for every record
    }
    Long end = start.kept().positions().get(output.topic());
    TurnId turn = TurnId.of(output);
    return turn.number() > 0
        && start.isAfter(turn.lane(), turn.number())
        && (end == null || output.offset() < end); // older checkpoints do not say how far
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
