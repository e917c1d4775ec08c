package dev.rota.cores.model;

/** Thrown where the original runtime aborts the block. The input is refused. */
public final class RuntimeAbort extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public RuntimeAbort(String message) {
    super(message);
  }
}
