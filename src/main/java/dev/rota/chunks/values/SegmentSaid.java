package dev.rota.chunks.values;

/** A segment of a record, not validated yet. */
public record SegmentSaid(long from, double weight, String minVersion) {}
