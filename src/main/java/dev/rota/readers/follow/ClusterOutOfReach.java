package dev.rota.readers.follow;

/** Thrown if the cluster does not answer. */
public final class ClusterOutOfReach extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ClusterOutOfReach(RuntimeException cause) {
    super(cause.getMessage(), cause);
  }
}
