package dev.rota.chunks.values;

/** A segment of a record, not validated yet. */
public record UncheckedSegment(long from, double weight, String minVersion) {}
