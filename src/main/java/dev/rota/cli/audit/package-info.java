/** {@code rota audit}: replays a domain's ledger and reports differences. */
package dev.rota.cli.audit;
