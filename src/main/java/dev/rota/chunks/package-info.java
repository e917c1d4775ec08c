/**
 * Places data chunks on storage workers, like SQD's network scheduler: rings with bounded loads.
 *
 * <pre>
 * weights, bytes, capacities ──▶ Factors ──▶ how many copies each chunk gets
 * chunk, tag ─── SeaHash ──────▶ Copies ───▶ a ring, and a position on it
 * worker, ring ─ SeaHash ──────▶ Rings ────▶ the worker at home there
 * free bytes, versions ────────▶ Pass ─────▶ the first worker from home on with room for the copy
 * reliable, then all workers ──▶ Scheduler ▶ Assignment, or the Shortage that forbids one
 * a change ────────────────────▶ LivePlacement ▶ Moves: Repair places only affected copies again
 * </pre>
 *
 * A lane is a network. Its chunks, workers and policy are rows ({@link
 * dev.rota.chunks.model.ChunksRows}). Changes gather in a {@link dev.rota.chunks.values.Window}.
 * When it is due, {@link dev.rota.chunks.rules.Generations} makes one generation of them or reports
 * why it cannot.
 *
 * <p>Copies are flat arrays, not objects: a million chunks have about seven million copies.
 */
package dev.rota.chunks;
