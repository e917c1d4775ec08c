/**
 * Proves a domain's history: replays its ledger and compares every record with the published
 * outputs and the retained inputs. It needs no registry and changes nothing.
 *
 * <p>A task writes ledger and outputs in the same order, and takes each input topic in order. So
 * one pass over all topics of a partition side by side finds edited, removed, added, repeated and
 * moved records, with a bounded lookahead in memory.
 */
package dev.rota.readers.audit;
