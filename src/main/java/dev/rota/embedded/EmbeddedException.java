package dev.rota.embedded;

/** The embedded broker or registry could not start; the message says why and what to do. */
public final class EmbeddedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Reason reason;

  /** What stood in the way, for a caller that picks an exit code. */
  public enum Reason {
    /** Somebody else listens on the port asked for. */
    PORT_TAKEN,
    /** Another process holds the data directory. */
    DIRECTORY_IN_USE,
    /** The data directory cannot be read or written. */
    DIRECTORY_UNUSABLE,
    /** Everything was free, yet it did not come up. */
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
