package dev.rota.lab.workers;

/** An executor does not exist or cannot be loaded. The message has the reason. */
public final class UnfitExecutor extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnfitExecutor(String message) {
    super(message);
  }

  UnfitExecutor(String message, Throwable cause) {
    super(message, cause);
  }
}
