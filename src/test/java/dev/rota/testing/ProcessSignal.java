package dev.rota.testing;

import java.io.IOException;

/** A signal to a process, which it may not refuse. */
public enum ProcessSignal {
  STOP,
  CONT;

  /** Sends it. */
  public void to(Process process) throws IOException, InterruptedException {
    int code =
        new ProcessBuilder("kill", "-" + name(), Long.toString(process.pid())).start().waitFor();
    if (code != 0) {
      throw new IOException("kill -" + name() + " answered " + code);
    }
  }
}
