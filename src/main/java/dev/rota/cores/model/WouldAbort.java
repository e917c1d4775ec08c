package dev.rota.cores.model;

/** Thrown where the original runtime aborts the block. The input is refused. */
public final class WouldAbort extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public WouldAbort(String message) {
    super(message);
  }
}
