package dev.rota.road.stream.past;

/** The rows, or the turns that are replayed, are not those of the ledger. */
public final class LedgerMismatch extends RuntimeException {
  private static final long serialVersionUID = 1L;

  LedgerMismatch(String message) {
    super(message);
  }

  /** There is nothing that could be replayed. */
  public static LedgerMismatch expired() {
    return new LedgerMismatch("none of its pages is retained");
  }
}
