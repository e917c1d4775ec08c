package dev.rota.cores;

/** Thrown where the original runtime aborts the block; the input is refused for it. */
final class WouldAbort extends RuntimeException {
  private static final long serialVersionUID = 1L;

  WouldAbort(String message) {
    super(message);
  }
}
