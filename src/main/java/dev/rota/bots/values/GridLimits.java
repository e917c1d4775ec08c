package dev.rota.bots.values;

import static dev.rota.kernel.domain.FieldKind.INTEGER;

import dev.rota.kernel.domain.FieldKind;
import dev.rota.kernel.domain.RecordFields.FieldVisitor;

/**
 * Limits.
 *
 * @param queueAge {@link #NONE} for no limit
 * @param queueSize per label and pool; {@link #NONE} for no limit
 * @param retention of completed jobs, by default ten minutes. With 0, jobs are forgotten at once,
 *     and a late report may be taken for a new job of the same name
 */
public record GridLimits(
    long keepalive,
    int maxAttempts,
    long execution,
    long queueAge,
    int queueSize,
    int position,
    long retention) {
  public static final int NONE = -1;

  private static final long DAYS_MAX_MILLIS = 36_500L * 86_400_000;

  private static final FieldKind<Long> QUEUE_AGE =
      FieldKind.of(
              FieldKind.NUMBER.row(),
              limit -> limit == NONE ? null : limit,
              said -> said((Long) said))
          .from(NONE, DAYS_MAX_MILLIS);

  private static final FieldKind<Integer> QUEUE_SIZE =
      FieldKind.of(
              INTEGER.row(),
              limit -> limit == NONE ? null : limit,
              said -> (int) said((Integer) said))
          .from(NONE, Integer.MAX_VALUE);

  GridLimits within(long otherKeepalive) {
    return new GridLimits(
        otherKeepalive, maxAttempts, execution, queueAge, queueSize, position, retention);
  }

  static FieldKind<Long> millis(long least) {
    return FieldKind.NUMBER.from(least, DAYS_MAX_MILLIS);
  }

  /** Maps negative values to one that is out of range, so that none means "no limit". */
  private static long said(long limit) {
    return limit < 0 ? NONE - 1 : limit;
  }

  GridLimits visit(FieldVisitor fields) {
    return new GridLimits(
        fields.value("keepaliveMs", keepalive, millis(1)),
        fields.value("maxAttempts", maxAttempts, INTEGER.from(1, Integer.MAX_VALUE)),
        fields.value("executionLimitMs", execution, millis(1)),
        fields.value("queueLimitMs", queueAge, QUEUE_AGE),
        fields.value("maxQueueSize", queueSize, QUEUE_SIZE),
        fields.value("positionLimit", position, INTEGER.from(1, 100_000)),
        fields.value("completedRetentionMs", retention, millis(0)));
  }
}
