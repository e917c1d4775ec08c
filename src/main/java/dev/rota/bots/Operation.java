package dev.rota.bots;

/** A client's handle on a job. */
public record Operation(String name, boolean cancelled) {}
