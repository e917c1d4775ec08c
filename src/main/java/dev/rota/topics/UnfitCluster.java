package dev.rota.topics;

/**
 * The cluster or the configuration is not fit to run on; the message says what to mend, and how.
 */
public final class UnfitCluster extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UnfitCluster(String message) {
    super(message);
  }

  public UnfitCluster(String message, Throwable cause) {
    super(message, cause);
  }
}
