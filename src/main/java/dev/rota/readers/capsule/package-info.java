/** Cuts an incident out of a ledger as a file, and replays such a file. */
package dev.rota.readers.capsule;
