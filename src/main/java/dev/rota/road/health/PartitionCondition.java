package dev.rota.road.health;

import dev.rota.road.health.PartitionHealth.Cause;

/**
 * One thing that is so of a partition.
 *
 * @param detail in words; null: the cause says all
 * @param sinceMillis since when, as far as this process has seen it, epoch ms; 0: it is not known
 */
public record PartitionCondition(Cause cause, String detail, long sinceMillis) {
  static final PartitionCondition WELL = new PartitionCondition(Cause.WELL, null, 0);
}
