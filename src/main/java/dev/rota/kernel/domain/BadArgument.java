package dev.rota.kernel.domain;

/** Thrown if an argument is missing or has the wrong type. The message names it. */
public final class BadArgument extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  public BadArgument(String message) {
    super(message);
  }
}
