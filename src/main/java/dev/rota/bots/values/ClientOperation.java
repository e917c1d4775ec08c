package dev.rota.bots.values;

/** A client's handle of a job. */
public record ClientOperation(String name, boolean cancelled) {}
