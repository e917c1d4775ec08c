package dev.rota.notary;

/**
 * The page up to which the ledger is looked at.
 *
 * @param number 0: there is none, all is looked at
 */
public record End(long number, byte[] seal) {}
