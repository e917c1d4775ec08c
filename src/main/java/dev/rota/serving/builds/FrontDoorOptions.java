package dev.rota.serving.builds;

import java.time.Duration;
import java.util.Set;

/**
 * What a front door is for.
 *
 * @param grid whose jobs and bots it brings together
 * @param instances that clients and workers may name; empty: any
 * @param access where it listens, and who may do what
 * @param storage where blobs and results are
 * @param abandonedAfter when nobody has waited for an operation for so long, it is cancelled; null:
 *     never
 */
public record FrontDoorOptions(
    String grid,
    Set<String> instances,
    DoorAccess access,
    StorageAccess storage,
    Duration abandonedAfter) {}
