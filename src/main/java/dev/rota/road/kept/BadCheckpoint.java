package dev.rota.road.kept;

/** Thrown for a kept checkpoint that is damaged or forged. The message says what is wrong. */
public final class BadCheckpoint extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BadCheckpoint(String message) {
    super(message);
  }
}
