/**
 * Kept checkpoints: all lanes of a ledger partition at the end of a page, signed by who has
 * verified every turn up to there.
 */
package dev.rota.road.kept;
