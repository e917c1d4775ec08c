package dev.rota.lab.embedded;

import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;

/** The embedded broker or registry cannot start. The message says why and what to do. */
public final class EmbeddedException extends CommandFailure {
  private static final long serialVersionUID = 1L;

  private final Reason reason;

  /** The kind of failure, with the exit code of a command that ends by it. */
  public enum Reason {
    PORT_TAKEN(ExitCode.CONFIGURATION),
    DIRECTORY_IN_USE(ExitCode.AGAIN),
    DIRECTORY_UNUSABLE(ExitCode.IO),
    /** Nothing was in the way, but the start failed. */
    FAILED(ExitCode.UNAVAILABLE);

    private final ExitCode exit;

    Reason(ExitCode exit) {
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
