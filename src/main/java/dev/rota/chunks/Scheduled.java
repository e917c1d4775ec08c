package dev.rota.chunks;

/** What scheduling comes to. */
public sealed interface Scheduled permits Assignment, Shortage {}
