/**
 * Assigns jobs to build bots by the rules of BuildGrid's scheduler. A lane is a grid: any number of
 * instances (tenants), bots and cohorts of bots.
 *
 * <pre>
 * jobs           ──▶ Submit ────▶ JobQueued, JobJoined, JobCached, JobRefused ▶ bots-outcomes
 *                ──▶ Cancel ────▶ OperationCancelled, JobEnded ──────────────▶ bots-outcomes
 * bot-heartbeats ──▶ Heartbeat ─▶ BotRegistered, BotSynchronised, BotGone ───▶ bots-outcomes
 * bots-policies  ──▶ Change ────▶ PolicyApplied, PolicyRefused ──────────────▶ bots-outcomes
 *                    any, time ─▶ LeaseStarted, LeaseEnded ──────────────────▶ bots-assignments
 *                    time ──────▶ JobBackedOff, JobRetried, JobEnded ────────▶ bots-outcomes
 * </pre>
 *
 * Queued jobs with equal requirements share a {@link dev.rota.bots.model.JobBin}; bots with equal
 * capabilities share a {@link dev.rota.bots.model.BotClass}, the best free bot first. Which bins a
 * class serves is computed once, so that the cost of an assignment depends neither on the length of
 * the queue nor on the number of busy bots.
 */
package dev.rota.bots;
