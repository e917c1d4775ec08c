package dev.rota.chunks.placement;

/** The result of a demand. */
public sealed interface PlacementResult permits PlacementMoves, PlacementShortage {}
