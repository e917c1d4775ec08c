/**
 * Proves a domain's history: decides its ledger again and compares, record by record, with what was
 * published and with the inputs that are still retained. Needs no registry and changes nothing.
 *
 * <p>A task writes the ledger and its outputs in one order, and takes each input topic in its own:
 * so one pass over a partition of each, side by side, finds what was edited, removed, added,
 * repeated or moved, with no more memory than a few pages.
 */
package dev.rota.audit;
