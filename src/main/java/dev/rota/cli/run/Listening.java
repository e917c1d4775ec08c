package dev.rota.cli.run;

import dev.rota.cli.console.Exit;
import dev.rota.cli.console.Failure;
import dev.rota.cli.console.VersionText;
import dev.rota.cli.log.LogFile;
import dev.rota.http.Health;
import dev.rota.metrics.Metrics;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Opens the HTTP port, or explains how to choose another. */
final class Listening {
  private Listening() {}

  /**
   * Opens the port.
   *
   * @param log the log file; null: none
   */
  static Health start(
      String host,
      int port,
      Supplier<List<Health.Standing>> standings,
      Metrics metrics,
      LogFile log) {
    try {
      Map<String, String> about = new LinkedHashMap<>();
      about.put("version", VersionText.number());
      if (log != null) {
        about.put("log", log.path().toString());
      }
      return Health.start(host, port, standings, about, metrics::scrape);
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
