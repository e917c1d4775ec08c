package dev.rota.bots.values;

/** A client's handle of a job. */
public record Operation(String name, boolean cancelled) {}
