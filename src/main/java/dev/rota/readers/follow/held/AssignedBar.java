package dev.rota.readers.follow.held;

import dev.rota.kernel.domain.measures.AssignmentEnd;

/**
 * An assignment in a row, or several that lie within a pixel. Times are epoch ms.
 *
 * @param row from 0 on
 * @param begin {@link #UNKNOWN}: nobody knows
 * @param end {@link #RUNS}: it has not ended
 * @param waited ms from when the thing began to wait; 0: it did not; {@link #UNKNOWN}
 * @param thing null: of several
 * @param group null: of several, or none
 * @param ending how it ended, of several the worst; null: it has not ended
 * @param turn with which the first one began; 0: nobody knows
 * @param count how many they are
 */
public record AssignedBar(
    int row,
    long begin,
    long end,
    long waited,
    String thing,
    String group,
    AssignmentEnd ending,
    long turn,
    int count) {
  /** Before all times. */
  public static final long UNKNOWN = Long.MIN_VALUE;

  /** Behind all times. */
  public static final long RUNS = Long.MAX_VALUE;
}
