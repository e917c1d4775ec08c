package dev.rota.audit;

import java.time.Instant;

/**
 * Where a topic begins whose head retention has taken.
 *
 * @param where {@code topic/partition}
 * @param offset of the first record that is left
 * @param millis its timestamp; null when none is left
 */
public record RetainedStart(String where, long offset, Long millis) {
  static RetainedStart of(PeekingReader reader) {
    var first = reader.peek();
    return first == null
        ? new RetainedStart(reader.where(), reader.begin(), null)
        : new RetainedStart(reader.where(), first.offset(), first.timestamp());
  }

  @Override
  public String toString() {
    return where
        + ": log starts at offset "
        + offset
        + (millis == null ? " (nothing is left)" : " (" + Instant.ofEpochMilli(millis) + ")")
        + ": cannot prove before it";
  }
}
