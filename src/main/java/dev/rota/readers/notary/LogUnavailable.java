package dev.rota.readers.notary;

import java.io.IOException;

/** Thrown if a log's address does not serve a file, nor say that there is none. */
public final class LogUnavailable extends IOException {
  private static final long serialVersionUID = 1L;

  LogUnavailable(String url, String why) {
    super(url + ": " + why);
  }
}
