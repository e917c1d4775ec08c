package dev.rota.bots.values;

/** A label and the properties of its bots. */
public record Labelled(String label, Properties properties) {}
