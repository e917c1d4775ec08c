package dev.rota.bots.values;

/**
 * Preemption (section 7).
 *
 * @param exclusive true if a job must wait longer than the delay, false if the delay is enough
 * @param lowerPriorityOnly true if the victim's priority must be lower
 * @param byPriorityAge true if the PRIORITY_AGE assigner preempts too
 * @param maxEvictions of one job
 * @param minimumRun before a job may be evicted
 */
public record PreemptionSettings(
    long delay,
    boolean exclusive,
    boolean lowerPriorityOnly,
    boolean byPriorityAge,
    int maxEvictions,
    long minimumRun) {
  /** Returns the time from which a queued job may preempt. */
  public long from(long queuedAt) {
    return BotsInstants.plus(queuedAt, exclusive ? delay + 1 : delay);
  }
}
