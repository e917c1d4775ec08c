/**
 * {@code rota audit} replays a domain's ledger and reports differences; {@code rota rehearse} says
 * what other rules would have decided.
 */
package dev.rota.app.audit;
