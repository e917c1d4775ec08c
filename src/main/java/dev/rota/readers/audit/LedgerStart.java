package dev.rota.readers.audit;

import dev.rota.kernel.ledger.PageWire;
import dev.rota.road.kept.Start;
import dev.rota.road.logs.PeekingReader;
import java.util.HashMap;
import java.util.List;
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
  private Start<?, ?, ?> start;

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
  static LedgerStart kept(Start<?, ?, ?> start) {
    LedgerStart beginning = new LedgerStart(false);
    beginning.start = start;
    return beginning;
  }

  /** Reads a truncated ledger to its end. */
  static LedgerStart of(PeekingReader ledger, Conversions conversions) {
    LedgerStart beginning = new LedgerStart(true);
    for (ConsumerRecord<byte[], byte[]> line = ledger.take(); line != null; line = ledger.take()) {
      for (Taken one : Taken.of(line, conversions)) {
        beginning.turns.putIfAbsent(one.turn().lane(), one.turn().number());
        if (one.topic() != null) {
          beginning.inputs.putIfAbsent(one.topic(), one.offset());
        }
      }
    }
    return beginning;
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

  /**
   * Which turn a record of the ledger has, and which input it took.
   *
   * @param topic of the input; null: it is a tick, or the record does not say it
   * @param offset of the input
   */
  record Taken(TurnId turn, String topic, long offset) {
    /** The turns of a page; none of a record that cannot be read. */
    static List<Taken> of(ConsumerRecord<byte[], byte[]> line, Conversions conversions) {
      try {
        return new PageWire()
            .decode(conversions.ours(line, PageWire.SCHEMA)).turns().stream()
                .map(
                    turn ->
                        new Taken(
                            new TurnId(turn.lane(), turn.number()),
                            turn.source() == null ? null : turn.source().topic(),
                            turn.source() == null ? -1 : turn.source().offset()))
                .toList();
      } catch (PageWire.BadPage e) {
        return List.of();
      }
    }
  }
}
