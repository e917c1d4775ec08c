package dev.rota.app.run;

import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.VersionText;
import dev.rota.app.log.LogFile;
import dev.rota.base.http.HealthEndpoints;
import dev.rota.serving.metrics.MetricsEndpoint;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Opens the HTTP port, or explains how to choose another. */
final class HttpPortOpener {
  private HttpPortOpener() {}

  /**
   * Opens the port.
   *
   * @param log the log file; null: none
   */
  static HealthEndpoints start(
      String host,
      int port,
      Supplier<List<HealthEndpoints.Standing>> standings,
      MetricsEndpoint metrics,
      LogFile log) {
    try {
      Map<String, String> about = new LinkedHashMap<>();
      about.put("version", VersionText.number());
      if (log != null) {
        about.put("log", log.path().toString());
      }
      return HealthEndpoints.start(host, port, standings, about, metrics::scrape);
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.CONFIGURATION,
          "cannot listen on " + host + ":" + port,
          e.getMessage(),
          "choose another with --http-port, 0 for any free one",
          e);
    }
  }
}
