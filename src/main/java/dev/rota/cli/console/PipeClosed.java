package dev.rota.cli.console;

import java.io.IOException;

/** Nobody reads our output any more; no reason to complain. */
final class PipeClosed extends IOException {
  private static final long serialVersionUID = 1L;

  PipeClosed(IOException cause) {
    super(cause);
  }
}
