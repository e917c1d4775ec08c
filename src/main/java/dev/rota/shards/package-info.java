/**
 * Shards to executors, as Katana's shard queue does it. A lane is a pool: any number of shards,
 * each a little chain of its own, and workers that execute them.
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
 * A shard is idle, pending or running. The run queue is the pending ones, first come first served;
 * a worker's free slot takes its head. A lease is as many cycles as the quantum allows: the pool's
 * first transactions go out as one batch, and come back as one block. Only what its worker reports
 * of the lease in force counts, by the lease's epoch; the worker holds no lock and can be replaced.
 */
package dev.rota.shards;
