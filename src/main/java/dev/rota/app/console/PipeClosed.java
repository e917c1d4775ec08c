package dev.rota.app.console;

import java.io.IOException;

/** The reader of stdout has closed the pipe. This is not an error to report. */
final class PipeClosed extends IOException {
  private static final long serialVersionUID = 1L;

  PipeClosed(IOException cause) {
    super(cause);
  }
}
