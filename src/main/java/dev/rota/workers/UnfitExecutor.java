package dev.rota.workers;

/** An executor that is not there or cannot be loaded; the message says why. */
public final class UnfitExecutor extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnfitExecutor(String message) {
    super(message);
  }

  UnfitExecutor(String message, Throwable cause) {
    super(message, cause);
  }
}
