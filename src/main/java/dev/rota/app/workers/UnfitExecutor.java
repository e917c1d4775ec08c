package dev.rota.app.workers;

import dev.rota.app.console.Exit;
import dev.rota.app.console.Failure;

/** An executor does not exist or cannot be loaded. The message has the reason. */
final class UnfitExecutor extends Failure {
  private static final long serialVersionUID = 1L;

  UnfitExecutor(String message) {
    this(message, null);
  }

  UnfitExecutor(String message, Throwable cause) {
    super(
        Exit.CONFIGURATION,
        "the executor",
        withRoot(message, cause),
        "see docs/executors.md",
        cause);
  }
}
