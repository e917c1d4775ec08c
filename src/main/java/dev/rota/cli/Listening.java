package dev.rota.cli;

import dev.rota.http.Health;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

/** Opens the HTTP port, or says how to choose another. */
final class Listening {
  private Listening() {}

  static Health start(String host, int port, Supplier<List<Health.Standing>> standings) {
    try {
      return Health.start(host, port, standings);
    } catch (IOException e) {
      throw new Failure(
          Exit.CONFIGURATION,
          "cannot listen on " + host + ":" + port,
          e.getMessage(),
          "choose another with --http-port, 0 for any free one",
          e);
    }
  }
}
