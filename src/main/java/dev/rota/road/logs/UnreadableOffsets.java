package dev.rota.road.logs;

/**
 * Offsets that cannot be read.
 *
 * @param to exclusive
 * @param why the first of them cannot
 */
public record UnreadableOffsets(long from, long to, String why) {}
