/**
 * Schedules shards to executors, like Katana's shard queue. A lane is a pool: any number of shards,
 * each with a chain of its own, and the workers that execute them.
 *
 * <pre>
 * shard-transactions ──▶ Submit ───▶ TransactionAccepted, TransactionRefused ─▶ shards-outcomes
 * block-environments ──▶ Update ───▶ EnvironmentSet, EnvironmentRefused ──────▶ shards-outcomes
 * worker-events ───────▶ Join, Beat, Leave ▶ WorkerCame, WorkerHeard, WorkerLeft ▶ shards-outcomes
 *               ───────▶ Report ───▶ BlockMade, TransactionLost, ReportRefused ▶ shards-outcomes
 * shards-policies ─────▶ Change ───▶ PolicySet, PolicyRefused ────────────────▶ shards-outcomes
 *                        any, time ▶ LeaseGranted, CycleBegun, LeaseEnded ────▶ shards-assignments
 * </pre>
 *
 * A shard is idle, pending or running. The run queue holds the pending shards, first in, first out.
 * A worker's free slot takes the head of the queue. A lease lasts as many cycles as the quantum
 * allows. In each cycle, the pool's first transactions go out as one batch and return as one block.
 * Only reports with the epoch of the current lease count. Workers hold no lock and are replaceable.
 */
package dev.rota.shards;
