package dev.rota.bench;

/** The result of a memory trial. */
public record Held(double seconds, long bytes, long parts) {}
