package dev.rota.chunks.placement;

/** The result of scheduling. */
public sealed interface ScheduleResult permits ChunkAssignment, PlacementShortage {}
