package dev.rota.road.topics;

/** The cluster or the configuration is not usable. The message has the problem and the remedy. */
public class UnfitCluster extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UnfitCluster(String message) {
    super(message);
  }

  public UnfitCluster(String message, Throwable cause) {
    super(message, cause);
  }
}
