package dev.rota.road.stream.growth;

/**
 * A lane that belongs elsewhere.
 *
 * @param turns that it has taken so far
 * @param bytes of its rows
 */
public record MovingLane(String lane, int from, int to, long turns, long bytes) {}
