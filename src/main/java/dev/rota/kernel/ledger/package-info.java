/**
 * The audit trail: how a turn is taken, recorded, sealed and replayed. The stream, the simulator
 * and the audit all use {@link dev.rota.kernel.ledger.Lane}.
 */
package dev.rota.kernel.ledger;
