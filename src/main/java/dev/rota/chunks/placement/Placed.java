package dev.rota.chunks.placement;

/** What a demand comes to. */
public sealed interface Placed permits Moves, Shortage {}
