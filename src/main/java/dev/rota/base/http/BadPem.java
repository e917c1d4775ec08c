package dev.rota.base.http;

import java.io.IOException;

/** Thrown for a file of a key or of certificates that cannot be used. The message says why. */
public final class BadPem extends IOException {
  private static final long serialVersionUID = 1L;

  BadPem(String message, Throwable cause) {
    super(message, cause);
  }
}
