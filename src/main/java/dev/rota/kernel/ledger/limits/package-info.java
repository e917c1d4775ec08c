/** What a turn may write at most, and how many lanes stay in memory. */
package dev.rota.kernel.ledger.limits;
