package dev.rota.lab.bench.rules;

/** The result of a memory trial. */
public record MemoryTrialResult(double seconds, long bytes, long parts) {}
