package dev.rota.app.run;

import ch.qos.logback.classic.Level;
import dev.rota.app.cluster.Cluster;
import dev.rota.app.cluster.Connection;
import dev.rota.app.cluster.DomainsFlag;
import dev.rota.app.cluster.StreamsOptions;
import dev.rota.app.console.Catalogue;
import dev.rota.app.console.Exit;
import dev.rota.app.console.Failures;
import dev.rota.app.console.Root;
import dev.rota.app.console.Shutdown;
import dev.rota.app.console.Words;
import dev.rota.app.log.LogFile;
import dev.rota.app.log.LogLine;
import dev.rota.app.log.Verbosity;
import dev.rota.base.http.Health;
import dev.rota.base.settings.Known;
import dev.rota.base.settings.Settings;
import dev.rota.base.settings.Sources;
import dev.rota.kernel.domain.Domain;
import dev.rota.road.stream.StreamsSettings;
import dev.rota.serving.metrics.Metrics;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code rota run}: runs the domains against a real cluster and registry until stopped. */
@Command(name = "run", description = "run the domains against a real cluster and registry")
public final class Run implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(Run.class);
  private static final Duration START = Duration.ofMinutes(10);

  /** Of each domain. Until its partitions come, a process waits for its group longer than that. */
  private static final Duration WARM_UP = Duration.ofSeconds(2);

  @ParentCommand private Root root;
  @Mixin private Connection connection;

  @Mixin private DomainsFlag domains;

  @Option(names = "--http-port", paramLabel = "PORT", description = "0: any free; default: 8080")
  private Integer httpPort;

  @Option(names = "--state-dir", paramLabel = "DIR", description = "directory of the state stores")
  private Path stateDir;

  @Option(names = "--threads", paramLabel = "N", description = "stream threads per domain")
  private Integer threads;

  @Option(
      names = "--hold",
      description = {
        "starts held: inputs wait, and nothing is decided, until 'rota release'.",
        "'rota shadow' shows what would be decided"
      })
  private boolean hold;

  @Option(
      names = "--follow",
      description = {
        "also follows the partitions that this process has, and serves answers and the page,",
        "as 'rota follow' does"
      })
  private boolean follow;

  @Option(
      names = "--page-port",
      paramLabel = "PORT",
      defaultValue = "8090",
      description = "with --follow: 0: any free; default: ${DEFAULT-VALUE}")
  private int pagePort;

  @Mixin private ExecutorFlags executor;

  @Option(
      names = "--log-format",
      paramLabel = "FORMAT",
      completionCandidates = Words.OfFormats.class,
      description = "of log lines, on stderr and in the file: text or json; default: text")
  private String logFormat;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Settings settings = settings();
    speak(settings);
    settings.dangers().forEach(danger -> LOG.warn("DANGER: {}", danger));
    List<Domain<?, ?, ?>> chosen = Catalogue.domains(settings.list(Known.DOMAINS));
    List<Executing> executing = Executing.of(chosen, settings);
    Cluster.check(settings);
    try (Shutdown shutdown = Shutdown.onSignal(root)) {
      if (hold) {
        HeldStart.begin(chosen, settings);
      }
      LogFile log = log(shutdown, settings);
      OwnPage page = follow ? OwnPage.open(shutdown, chosen, settings, pagePort) : null;
      StreamsSettings config = StreamsOptions.of(settings);
      config = page == null ? config : config.servedAt(page.address());
      WarmUp warmUp = WarmUp.start(chosen, WARM_UP);
      RunningDomains running = shutdown.with(RunningDomains.start(chosen, config));
      Metrics metrics = shutdown.with(running.metrics(settings));
      Health health = shutdown.with(listen(settings, running, metrics, log));
      running.awaitRunning(START);
      warmUp.end();
      shutdown.with(EmbeddedWorkers.start(config, executing));
      Executing.told(chosen, executing).forEach(line -> root.note("shards: " + line));
      if (page != null) {
        page.follow(running);
      }
      ready(settings, health, page, log);
      new ShadowLog(chosen, settings).tell(running.standings());
      running.anyStopped().get();
      return Exit.OK.code();
    } catch (ExecutionException e) {
      throw Failures.gaveUp(
          "a domain has failed", e, "see its log for the first fault; what is committed is safe");
    }
  }

  private Settings settings() {
    Sources sources =
        connection
            .sources(root)
            .flag("--http-port", Known.HTTP_PORT, httpPort)
            .flag("--state-dir", Known.STATE_DIR, stateDir)
            .flag("--threads", Known.THREADS, threads)
            .flag("--log-format", Known.LOG_FORMAT, logFormat)
            .require(Known.BOOTSTRAP, Known.REGISTRY);
    return executor.to(domains.to(sources)).load();
  }

  /** Starts log lines on the console with timestamps, in the requested format. */
  private void speak(Settings settings) {
    Verbosity.set(root.verbosity(), root.quiet(), Level.INFO);
    if (isJson(settings)) {
      Verbosity.speak(new LogLine());
      root.errorsAreJson();
    }
  }

  /** Whether log lines are JSON. */
  public static boolean isJson(Settings settings) {
    return settings.text(Known.LOG_FORMAT).equals("json");
  }

  /** Runs without a log file if the disk takes none. */
  private static LogFile log(Shutdown shutdown, Settings settings) {
    Path file =
        Path.of(
            settings.text(Known.STATE_DIR),
            "logs",
            "rota-" + ProcessHandle.current().pid() + ".log");
    try {
      return shutdown.with(LogFile.open(file, isJson(settings)));
    } catch (IOException e) {
      LOG.warn("no log file, {}; '-v -v' shows what Kafka says", Failures.of(e).why());
      return null;
    }
  }

  private static Health listen(
      Settings settings, RunningDomains running, Metrics metrics, LogFile log) {
    return Listening.start(
        settings.text(Known.HTTP_HOST),
        settings.number(Known.HTTP_PORT),
        running::standings,
        metrics,
        log);
  }

  private void ready(Settings settings, Health health, OwnPage page, LogFile log)
      throws IOException {
    if (root.json()) {
      root.console()
          .line(
              Ready.json(
                  settings.text(Known.BOOTSTRAP),
                  settings.text(Known.REGISTRY),
                  health.url(),
                  page == null ? null : page.url(),
                  settings.text(Known.STATE_DIR)));
      root.console().out().flush();
    }
    if (page != null) {
      LOG.info("page: {}", page.url());
    }
    LOG.info(
        "runs against {}; health at {}/readyz; state in {}; Kafka's log lines in {}",
        settings.text(Known.BOOTSTRAP),
        health.url(),
        settings.text(Known.STATE_DIR),
        log == null ? "no file" : log.path());
  }
}
