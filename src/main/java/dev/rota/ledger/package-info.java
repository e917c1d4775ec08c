/**
 * The audit trail: how a turn is taken, written down and sealed, and how it is decided again. A
 * lane's turns run through {@link dev.rota.ledger.Lane} alike in the stream, the simulator and the
 * audit.
 */
package dev.rota.ledger;
