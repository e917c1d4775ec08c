package dev.rota.readers.follow;

/** Thrown if the ledger does not hold what is asked for. The message says what it holds. */
public class NotKnown extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public NotKnown(String message) {
    super(message);
  }
}
