/** Cuts an incident out of a ledger as a file, and decides such a file again. */
package dev.rota.readers.capsule;
