package dev.rota.bots.values;

import static dev.rota.kernel.domain.FieldKind.FLAG;
import static dev.rota.kernel.domain.FieldKind.INTEGER;

import dev.rota.kernel.domain.RecordFields.FieldVisitor;

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
  public static final String DELAY = "preemptionDelayMs";

  PreemptionSettings visit(FieldVisitor fields) {
    return new PreemptionSettings(
        fields.value(DELAY, delay, GridLimits.millis(0)),
        fields.value("preemptionDelayExclusive", exclusive, FLAG),
        fields.value("victimsOfLowerPriority", lowerPriorityOnly, FLAG),
        fields.value("priorityAgePreempts", byPriorityAge, FLAG),
        fields.value("maxEvictions", maxEvictions, INTEGER.from(0, Integer.MAX_VALUE)),
        fields.value("minimumRunTimeMs", minimumRun, GridLimits.millis(0)));
  }

  /** Returns the time from which a queued job may preempt. */
  public long from(long queuedAt) {
    return BotsInstants.plus(queuedAt, exclusive ? delay + 1 : delay);
  }
}
