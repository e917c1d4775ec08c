package dev.rota.readers.follow;

/** Thrown if the cluster does not answer. */
public final class OutOfReach extends RuntimeException {
  private static final long serialVersionUID = 1L;

  OutOfReach(RuntimeException cause) {
    super(cause.getMessage(), cause);
  }
}
