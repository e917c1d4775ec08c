package dev.rota.lab.bench.follow;

import dev.rota.kernel.domain.Why.Thing;

/**
 * What is asked about a lane.
 *
 * @param where in the ledger the thing was found, such as {@code end}
 * @param turn as of which it is asked; null: now
 * @param decisions about it that are shown
 */
public record LaneQuestion(String where, Thing thing, Long turn, long decisions) {}
