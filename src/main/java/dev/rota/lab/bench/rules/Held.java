package dev.rota.lab.bench.rules;

/** The result of a memory trial. */
public record Held(double seconds, long bytes, long parts) {}
