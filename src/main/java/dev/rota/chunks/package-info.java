/**
 * Data chunks onto storage workers, as SQD's network scheduler does it: rings with bounded loads.
 *
 * <pre>
 * weights, bytes, capacities ──▶ Factors ──▶ how many copies each chunk gets
 * chunk, tag ─── SeaHash ──────▶ Copies ───▶ a ring, and a position on it
 * worker, ring ─ SeaHash ──────▶ Rings ────▶ the worker at home there
 * free bytes, versions ────────▶ Pass ─────▶ the first worker from home on that takes the copy
 * reliable, then all workers ──▶ Scheduler ▶ Assignment, or the Shortage that forbids one
 * a change ────────────────────▶ LivePlacement ▶ Moves: by Repair, only what it touches is placed again
 * </pre>
 *
 * What is listed, who pings and how it is weighed are rows of a lane ({@link
 * dev.rota.chunks.model.ChunksRows}); changes gather in a {@link dev.rota.chunks.values.Window},
 * and when it is due {@link dev.rota.chunks.rules.Generations} makes one generation of them, or
 * says why not.
 *
 * <p>All copies of a network are flat arrays here, a million chunks are some seven million copies;
 * no copy is an object.
 */
package dev.rota.chunks;
