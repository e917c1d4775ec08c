/** A task's rows: how far they are behind the ledger, and how the changelog gets them back. */
package dev.rota.road.stream.rows;
