package dev.rota.kernel.ledger.limits;

/** Thrown when a turn would write more than it may. The message says what, and what to do. */
public final class TurnTooLarge extends RuntimeException {
  private static final long serialVersionUID = 1L;

  TurnTooLarge(String message) {
    super(message);
  }
}
