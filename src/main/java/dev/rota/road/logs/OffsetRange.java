package dev.rota.road.logs;

/**
 * Offsets of a partition.
 *
 * @param to exclusive
 */
public record OffsetRange(long from, long to) {
  public static final OffsetRange ALL = new OffsetRange(0, Long.MAX_VALUE);
}
