package dev.rota.road.logs;

import java.time.Instant;

/**
 * The start of a topic whose oldest records are no longer retained.
 *
 * @param where {@code topic/partition}
 * @param offset of the first retained record
 * @param millis its timestamp, epoch ms; null: there is no record
 */
public record RetainedStart(String where, long offset, Long millis) {
  public static RetainedStart of(PeekingReader reader) {
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
        + (millis == null ? " (no record is left)" : " (" + Instant.ofEpochMilli(millis) + ")")
        + ": nothing before it can be proved";
  }
}
