package dev.rota.readers.whatif;

/** Thrown if the rules refuse a policy. The message is what they say. */
public final class RefusedPolicy extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public RefusedPolicy(String message) {
    super(message);
  }
}
