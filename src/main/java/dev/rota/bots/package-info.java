/**
 * Jobs to build bots, as BuildGrid's scheduler does it. A lane is a grid: any number of instances
 * (tenants), bots and cohorts of bots.
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
 * A job waits in a {@link dev.rota.bots.model.Bin} with all that need the same; a bot with room
 * stands in a {@link dev.rota.bots.model.BotClass} with all that can do the same, the best first.
 * Which bins a class serves is worked out once, so that an assignment costs the same whatever waits
 * and however many bots are full.
 */
package dev.rota.bots;
