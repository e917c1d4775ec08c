package dev.rota.readers.audit;

import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.road.logs.PeekingReader;
import dev.rota.road.topics.TurnReader;
import java.util.HashMap;
import java.util.Map;

/**
 * The ledger's turns after the audit's end, read on demand. A transaction becomes visible on one
 * partition after another.
 */
final class LaterTurns {
  private final PeekingReader ledger;
  private final TurnReader reader;
  private final AuditProgress progress;
  private final Map<String, Long> turns = new HashMap<>();
  private final Map<String, Long> inputs = new HashMap<>();
  private boolean read;

  LaterTurns(PeekingReader ledger, TurnReader reader, AuditProgress progress) {
    this.ledger = ledger;
    this.reader = reader;
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
    ledger.forEach(line -> reader.of(line).forEach(this::take));
  }

  private void take(TurnEntry turn) {
    turns.merge(turn.lane(), turn.number(), Math::max);
    if (turn.source() != null) {
      inputs.merge(turn.source().topic(), turn.source().offset(), Math::max);
    }
  }
}
