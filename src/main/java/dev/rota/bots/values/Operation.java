package dev.rota.bots.values;

/** A client's handle on a job. */
public record Operation(String name, boolean cancelled) {}
