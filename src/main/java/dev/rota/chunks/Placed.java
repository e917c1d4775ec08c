package dev.rota.chunks;

/** What a {@link Demand} comes to. */
public sealed interface Placed permits Moves, Shortage {}
