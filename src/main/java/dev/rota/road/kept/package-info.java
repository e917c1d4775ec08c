/**
 * Kept checkpoints: all lanes of a ledger partition at the end of a page, by the word of who has
 * decided every turn up to there again.
 */
package dev.rota.road.kept;
