package dev.rota.bots.values;

/**
 * Limits.
 *
 * @param queueAge {@link #NONE} for no limit
 * @param queueSize per label and pool; {@link #NONE} for no limit
 * @param retention of completed jobs, by default the maximum silence of a bot. With 0, jobs are
 *     forgotten at once, and a late report may be taken for a new job of the same name
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
}
