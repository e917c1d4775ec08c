package dev.rota.lab.embedded;

/** The embedded broker or registry cannot start. The message says why and what to do. */
public final class EmbeddedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Reason reason;

  /** The kind of failure, from which a caller derives its exit code. */
  public enum Reason {
    PORT_TAKEN,
    DIRECTORY_IN_USE,
    DIRECTORY_UNUSABLE,
    /** Nothing was in the way, but the start failed. */
    FAILED
  }

  public EmbeddedException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  public EmbeddedException(Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
