package dev.rota.lab.embedded;

import dev.rota.app.console.Exit;
import dev.rota.app.console.Failure;

/** The embedded broker or registry cannot start. The message says why and what to do. */
public final class EmbeddedException extends Failure {
  private static final long serialVersionUID = 1L;

  private final Reason reason;

  /** The kind of failure, with the exit code of a command that ends by it. */
  public enum Reason {
    PORT_TAKEN(Exit.CONFIGURATION),
    DIRECTORY_IN_USE(Exit.AGAIN),
    DIRECTORY_UNUSABLE(Exit.IO),
    /** Nothing was in the way, but the start failed. */
    FAILED(Exit.UNAVAILABLE);

    private final Exit exit;

    Reason(Exit exit) {
      this.exit = exit;
    }
  }

  public EmbeddedException(Reason reason, String message) {
    this(reason, message, null);
  }

  public EmbeddedException(Reason reason, String message, Throwable cause) {
    super(
        reason.exit,
        "the embedded broker",
        withRoot(message, cause),
        "correct it, then try again",
        cause);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
