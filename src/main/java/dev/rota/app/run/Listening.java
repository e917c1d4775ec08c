package dev.rota.app.run;

import dev.rota.app.console.Exit;
import dev.rota.app.console.Failure;
import dev.rota.app.console.VersionText;
import dev.rota.app.log.LogFile;
import dev.rota.base.http.Health;
import dev.rota.serving.metrics.Metrics;
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
