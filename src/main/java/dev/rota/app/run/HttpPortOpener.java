package dev.rota.app.run;

import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.VersionText;
import dev.rota.app.log.LogFile;
import dev.rota.base.http.HealthEndpoints;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.serving.metrics.MetricsEndpoint;
import dev.rota.serving.serve.LiveServer;
import dev.rota.serving.serve.ProcessContext;
import dev.rota.serving.serve.ServerAccess;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Opens the ports of a process that decides, or explains how to choose others. */
public final class HttpPortOpener {
  private HttpPortOpener() {}

  /**
   * Opens the HTTP port.
   *
   * @param log the log file; null: none
   */
  public static HealthEndpoints start(
      String host,
      int port,
      Supplier<List<HealthEndpoints.Standing>> standings,
      MetricsEndpoint metrics,
      LogFile log) {
    try {
      Map<String, String> about = new LinkedHashMap<>();
      about.put("version", VersionText.number());
      long startMillis = ManagementFactory.getRuntimeMXBean().getStartTime();
      about.put("started", Instant.ofEpochMilli(startMillis).toString());
      if (log != null) {
        about.put("log", log.path().toString());
      }
      return HealthEndpoints.start(host, port, standings, about, metrics::scrape);
    } catch (IOException e) {
      throw taken(host, port, "--http-port", e);
    }
  }

  /** Opens the port of a page on this machine. */
  public static LiveServer page(List<LiveDomain> live, int port, ProcessContext beside) {
    try {
      return LiveServer.start(live, ServerAccess.local(port), beside);
    } catch (IOException e) {
      throw taken("127.0.0.1", port, "--page-port", e);
    }
  }

  /** Says that a port is taken, and how to choose another. */
  public static CommandFailure taken(String host, int port, String flag, IOException e) {
    return new CommandFailure(
        ExitCode.CONFIGURATION,
        "cannot listen on " + host + ":" + port,
        e.getMessage(),
        "choose another with " + flag + ", 0 for any free one",
        e);
  }
}
