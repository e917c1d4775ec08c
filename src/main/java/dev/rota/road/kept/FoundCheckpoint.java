package dev.rota.road.kept;

/**
 * A checkpoint on its topic.
 *
 * @param offset of its end
 */
public record FoundCheckpoint(KeptCheckpointEnd kept, long offset) {}
