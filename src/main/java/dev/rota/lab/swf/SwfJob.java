package dev.rota.lab.swf;

/**
 * A line of a trace that can be played. Unknown numbers are -1.
 *
 * @param number field 1, ascending
 * @param submitMillis field 2, since the trace's start
 * @param runMillis field 4
 * @param processors field 5, or field 8 if field 5 is unknown
 * @param requestedMillis field 9
 * @param status field 11: 1 completed, 0 failed, 5 cancelled
 * @param user field 12
 * @param group field 13
 * @param executable field 14
 * @param queue field 15
 */
public record SwfJob(
    long number,
    long submitMillis,
    long runMillis,
    int processors,
    long requestedMillis,
    int status,
    long user,
    long group,
    long executable,
    long queue) {
  static final int FAILED = 0;
  static final int CANCELLED = 5;
}
