/**
 * Data chunks onto storage workers, as SQD's network scheduler does it: rings with bounded loads.
 *
 * <pre>
 * weights, bytes, capacities ──▶ Factors ──▶ how many copies each chunk gets
 * chunk, tag ─── SeaHash ──────▶ Copies ───▶ a ring, and a position on it
 * worker, ring ─ SeaHash ──────▶ Rings ────▶ the worker at home there
 * free bytes, versions ────────▶ Pass ─────▶ the first worker from home on that takes the copy
 * reliable, then all workers ──▶ Scheduler ▶ Assignment, or the Shortage that forbids one
 * </pre>
 *
 * All copies of a network are flat arrays here, a million chunks are some seven million copies; no
 * copy is an object.
 */
package dev.rota.chunks;
