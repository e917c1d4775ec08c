package dev.rota.readers.notary;

/**
 * What an audit has verified of a ledger partition by replay: each turn behind one page, up to
 * another one.
 *
 * @param after the last page before them; 0: they begin with the ledger's first record
 * @param last their last page; 0: there is none
 * @param seal of the last page: it covers all pages before
 */
public record AuditedPages(long after, long last, byte[] seal) {}
