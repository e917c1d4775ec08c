package dev.rota.chunks.placement;

/** What scheduling comes to. */
public sealed interface Scheduled permits Assignment, Shortage {}
