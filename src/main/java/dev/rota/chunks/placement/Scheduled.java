package dev.rota.chunks.placement;

/** The result of scheduling. */
public sealed interface Scheduled permits Assignment, Shortage {}
