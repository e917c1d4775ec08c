package dev.rota.readers.follow;

import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.road.logs.OffsetRange;
import dev.rota.road.logs.PeekingReader;
import dev.rota.road.logs.TopicLogs;
import dev.rota.road.topics.TurnReader;
import org.apache.kafka.common.TopicPartition;

/**
 * Turns of a lane at equal distances.
 *
 * @param before the turn before the first that counts
 * @param turns how many count
 * @param most of them are chosen
 */
record TurnSampling(long before, long turns, int most) {
  /** Reads the ledger, and decides nothing. Null as a moment: from the first turn on. */
  static TurnSampling of(
      TopicLogs logs, TopicPartition ledger, String lane, HistoryMoment since, int most) {
    long first = Long.MAX_VALUE;
    long last = 0;
    TurnReader turns = new TurnReader();
    try (PeekingReader reader = PeekingReader.orFail(logs, ledger, OffsetRange.ALL)) {
      for (var record = reader.take(); record != null; record = reader.take()) {
        for (TurnEntry turn : turns.of(record)) {
          if (turn.lane().equals(lane)) {
            last = turn.number();
            first = since == null || since.isBefore(turn) ? Math.min(first, last) : first;
          }
        }
      }
    }
    return first > last
        ? new TurnSampling(last, 0, most)
        : new TurnSampling(first - 1, last - first + 1, most);
  }

  /** True if the turn is chosen. */
  boolean has(long turn) {
    long number = turn - before;
    return number > 0 && number <= turns && number * most / turns != (number - 1) * most / turns;
  }
}
