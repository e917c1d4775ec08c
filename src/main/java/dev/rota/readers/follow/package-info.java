/** Replays a ledger as it grows, and answers from the lanes' states and decisions. */
package dev.rota.readers.follow;
