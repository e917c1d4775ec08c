package dev.rota.readers.follow;

import dev.rota.kernel.domain.Why.Reason;

/**
 * What a turn decided about a thing.
 *
 * @param atMillis the turn's time, epoch ms
 */
public record ThingEvent(long turn, long atMillis, Reason reason) {}
