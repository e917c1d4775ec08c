package dev.rota.client;

/** A client has ended for good. The message says why, and what to do. */
public final class ClientFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ClientFailure(String message) {
    super(message);
  }
}
