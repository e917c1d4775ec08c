package dev.rota.lab.bench;

/** Milliseconds from an input's timestamp until a read_committed consumer sees the result. */
public record LatencyFigures(long p50Millis, long p99Millis) {}
