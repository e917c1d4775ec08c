/** A task's rows as records of their changelog: those of a checkpoint together, as packs. */
package dev.rota.kernel.ledger.packs;
