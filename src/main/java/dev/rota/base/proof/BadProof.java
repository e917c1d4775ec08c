package dev.rota.base.proof;

/** Thrown for text that is not in its format, and for a proof that does not hold. */
public sealed class BadProof extends RuntimeException permits UnknownLog {
  private static final long serialVersionUID = 1L;

  /** The message says what is wrong, without a subject in front. */
  public BadProof(String message) {
    super(message);
  }
}
