package dev.rota.follow;

import dev.rota.domain.Why.Reason;

/**
 * What a turn decided about a thing.
 *
 * @param atMillis the turn's time, epoch ms
 */
public record Event(long turn, long atMillis, Reason reason) {}
