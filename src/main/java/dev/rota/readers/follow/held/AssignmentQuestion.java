package dev.rota.readers.follow.held;

import java.util.Locale;

/**
 * Which assignments are asked for.
 *
 * @param from epoch ms
 * @param to epoch ms, included
 * @param pixels how many the time is shown by: what lies within one is one bar
 * @param first row
 * @param rows how many
 * @param resource a part of the names of the resources, in any case; empty: all
 */
public record AssignmentQuestion(
    long from, long to, int pixels, int first, int rows, String resource) {
  /** The pixel of a time, which may lie outside. */
  long pixel(long atMillis) {
    if (atMillis == AssignedBar.UNKNOWN || atMillis == AssignedBar.RUNS) {
      return atMillis;
    }
    double share = (double) (atMillis - from) / Math.max(1, to - from);
    return (long) Math.floor(share * pixels);
  }

  boolean wants(String name) {
    return resource.isEmpty()
        || name.toLowerCase(Locale.ROOT).contains(resource.toLowerCase(Locale.ROOT));
  }
}
