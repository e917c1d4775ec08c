package dev.rota.readers.notary;

/** Thrown if a ledger is not the one that the log has, or breaks its own seals. */
public final class LedgerRewritten extends RuntimeException {
  private static final long serialVersionUID = 1L;

  LedgerRewritten(String message) {
    super(message);
  }
}
