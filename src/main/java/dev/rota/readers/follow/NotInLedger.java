package dev.rota.readers.follow;

/** Thrown if the ledger does not hold what is asked for. The message says what it holds. */
public class NotInLedger extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public NotInLedger(String message) {
    super(message);
  }
}
