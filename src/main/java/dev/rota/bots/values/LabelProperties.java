package dev.rota.bots.values;

/** A label and the properties of its bots. */
public record LabelProperties(String label, SortedProperties properties) {}
