package dev.rota.readers.follow;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.kernel.ledger.InputPosition;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.road.health.RecentLetters;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;
import org.apache.kafka.common.TopicPartition;

/**
 * What the turns of a partition add up to: how many they are, up to when they are proved, how far
 * they took the inputs, and the dead letters among them. One thread takes turns; any may read
 * {@link #inputs} and {@link #letters}.
 */
final class LedgerTally {
  /** No lane has a longer name. */
  private static final int KEY_SHOWN = 128;

  private final Map<TopicPartition, Long> inputs = new ConcurrentHashMap<>();
  private volatile RecentLetters letters = RecentLetters.NONE;
  private long turns;
  private long provedAt;

  /** What is read begins behind so many turns. */
  void begin(long before) {
    turns = before;
  }

  /**
   * The turns of a record.
   *
   * @param proved no lane differs so far
   * @param heard when a turn was heard of, epoch ms
   */
  void take(List<TurnEntry> decided, boolean proved, ToLongFunction<TurnEntry> heard) {
    turns += decided.size();
    if (!decided.isEmpty() && proved) {
      provedAt = decided.get(decided.size() - 1).atMillis();
    }
    Map<String, InputPosition> last = new HashMap<>();
    for (TurnEntry turn : decided) {
      InputPosition source = turn.source();
      InputPosition before = source == null ? null : last.put(source.topic(), source);
      if (before != null && !before.isBefore(source)) {
        take(before);
      }
      if (turn.reason() != null) {
        letters = letters.plus(turn.reason(), place(turn), heard.applyAsLong(turn));
      }
    }
    last.values().forEach(this::take);
  }

  private void take(InputPosition source) {
    inputs.merge(
        new TopicPartition(source.topic(), source.partition()), source.offset() + 1, Math::max);
  }

  private static String place(TurnEntry turn) {
    String place = turn.source() == null ? "a deadline" : turn.source().path();
    String key =
        turn.kind() == TurnEntry.Kind.UNREADABLE ? shown(turn.key()) : "key " + turn.lane();
    return place + (key.isEmpty() ? "" : ", " + key);
  }

  private static String shown(byte[] key) {
    String text = key == null ? "" : new String(key, UTF_8);
    return text.isEmpty() || text.length() > KEY_SHOWN ? "" : "key " + text;
  }

  /** The number of turns up to where the ledger is read, those before a checkpoint included. */
  long turns() {
    return turns;
  }

  /** The time of the last turn before the first difference, epoch ms; 0: none was read. */
  long provedAt() {
    return provedAt;
  }

  /** The offsets behind the inputs of the last turns. */
  Map<TopicPartition, Long> inputs() {
    return inputs;
  }

  /** The inputs that became dead letters. */
  RecentLetters letters() {
    return letters;
  }
}
