/**
 * Places data chunks on storage workers, like SQD's network scheduler: rings with bounded loads.
 *
 * <pre>
 * weights, bytes, capacities ──▶ ReplicationFactors ──▶ how many copies each chunk gets
 * chunk, tag ─── SeaHash ──────▶ PlannedCopies ───────▶ a ring, and a position on it
 * worker, ring ─ SeaHash ──────▶ HashRings ───────────▶ the worker at home there
 * free bytes, versions ────────▶ PlacementPass ───────▶ the first worker with room for the copy
 * reliable, then all workers ──▶ ChunkScheduler ──────▶ ChunkAssignment or PlacementShortage
 * a change ────────────────────▶ LivePlacement ───────▶ PlacementMoves: PassRepair places again
 *                                                       only the copies that it affects
 * </pre>
 *
 * A lane is a network. Its chunks, workers and policy are rows ({@link
 * dev.rota.chunks.model.ChunksRows}). Changes gather in a {@link
 * dev.rota.chunks.values.GenerationWindow}. When it is due, {@link
 * dev.rota.chunks.rules.GenerationRoutine} makes one generation of them or reports why it cannot.
 *
 * <p>Copies are flat arrays, not objects: a million chunks have about seven million copies.
 */
package dev.rota.chunks;
