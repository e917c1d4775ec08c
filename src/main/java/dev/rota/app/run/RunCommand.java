package dev.rota.app.run;

import dev.rota.app.cluster.ClusterAdmin;
import dev.rota.app.cluster.ConnectionFlags;
import dev.rota.app.cluster.DomainsFlag;
import dev.rota.app.cluster.HostClock;
import dev.rota.app.cluster.StreamsOptions;
import dev.rota.app.console.CompletionWords;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.FailureTranslator;
import dev.rota.app.console.NameLookup;
import dev.rota.app.console.RootCommand;
import dev.rota.app.console.ShutdownSequence;
import dev.rota.app.log.LogFile;
import dev.rota.app.log.ServiceLog;
import dev.rota.base.http.HealthEndpoints;
import dev.rota.base.lines.AnswerJson;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.base.settings.SettingsSources;
import dev.rota.kernel.domain.Domain;
import dev.rota.road.stream.StreamsSettings;
import dev.rota.serving.metrics.MetricsEndpoint;
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
public final class RunCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(RunCommand.class);

  /** Of each domain. Until its partitions come, a process waits for its group longer than that. */
  private static final Duration WARM_UP = Duration.ofSeconds(2);

  @ParentCommand private RootCommand root;
  @Mixin private ConnectionFlags connection;

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
        "also follows the partitions that this process has, and serves answers and the "
            + "page, as 'rota follow' does"
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
      completionCandidates = CompletionWords.OfFormats.class,
      description = "of log lines, on stderr and in the file: text or json; default: text")
  private String logFormat;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Settings settings = settings();
    ServiceLog.begin(root, settings);
    settings.dangers().forEach(danger -> LOG.warn("DANGER: {}", danger));
    List<Domain> chosen = NameLookup.domains(settings.list(KnownSettings.DOMAINS));
    List<HostedExecutor> executing = HostedExecutor.of(chosen, settings);
    ClusterAdmin.check(settings);
    try (ShutdownSequence shutdown = ShutdownSequence.onSignal(root)) {
      if (hold) {
        HeldStart.begin(chosen, settings);
      }
      LogFile log = log(shutdown, settings);
      OwnPage page = follow ? OwnPage.open(shutdown, chosen, settings, pagePort) : null;
      StreamsSettings config = StreamsOptions.of(settings);
      config = page == null ? config : config.servedAt(page.address());
      WarmUp warmUp = WarmUp.start(chosen, WARM_UP);
      RunningDomains running = shutdown.with(RunningDomains.start(chosen, config, clock()));
      MetricsEndpoint metrics = shutdown.with(running.metrics(settings));
      HealthEndpoints health = shutdown.with(listen(settings, running, metrics, log));
      running.awaitRunning(LOG::info);
      warmUp.end();
      shutdown.with(EmbeddedWorkers.start(config, executing));
      HostedExecutor.told(chosen, executing).forEach(line -> root.note("shards: " + line));
      if (page != null) {
        page.follow(running);
      }
      ready(settings, health, page, log);
      new ShadowLog(chosen, settings).tell(running.standings());
      running.anyStopped().get();
      return ExitCode.OK.code();
    } catch (ExecutionException e) {
      throw FailureTranslator.gaveUp(
          "a domain has failed", e, "see its log for the first fault; what is committed is safe");
    }
  }

  private static HostClock clock() {
    return new HostClock(
        System::currentTimeMillis, () -> "start 'rota run' again, unless a supervisor does");
  }

  private Settings settings() {
    SettingsSources sources =
        connection
            .sources(root)
            .flag("--http-port", KnownSettings.HTTP_PORT, httpPort)
            .flag("--state-dir", KnownSettings.STATE_DIR, stateDir)
            .flag("--threads", KnownSettings.THREADS, threads)
            .flag("--log-format", KnownSettings.LOG_FORMAT, logFormat)
            .require(KnownSettings.BOOTSTRAP, KnownSettings.REGISTRY);
    return executor.to(domains.to(sources)).load();
  }

  /** Runs without a log file if the disk takes none. */
  private static LogFile log(ShutdownSequence shutdown, Settings settings) {
    Path file =
        Path.of(
            settings.text(KnownSettings.STATE_DIR),
            "logs",
            "rota-" + ProcessHandle.current().pid() + ".log");
    try {
      return shutdown.with(LogFile.open(file, ServiceLog.isJson(settings)));
    } catch (IOException e) {
      LOG.warn("no log file, {}; '-v -v' shows what Kafka says", FailureTranslator.of(e).why());
      return null;
    }
  }

  private static HealthEndpoints listen(
      Settings settings, RunningDomains running, MetricsEndpoint metrics, LogFile log) {
    return HttpPortOpener.start(
        settings.text(KnownSettings.HTTP_HOST),
        settings.number(KnownSettings.HTTP_PORT),
        running::standings,
        metrics,
        log);
  }

  private void ready(Settings settings, HealthEndpoints health, OwnPage page, LogFile log)
      throws IOException {
    if (root.json()) {
      root.console()
          .line(
              AnswerJson.text(
                  new ReadyLine(
                      settings.text(KnownSettings.BOOTSTRAP),
                      settings.text(KnownSettings.REGISTRY),
                      health.url(),
                      settings.text(KnownSettings.STATE_DIR),
                      page == null ? null : page.url(),
                      null)));
      root.console().out().flush();
    }
    if (page != null) {
      LOG.info("page: {}", page.url());
    }
    LOG.info(
        "runs against {}; health at {}/readyz; state in {}; Kafka's log lines in {}",
        settings.text(KnownSettings.BOOTSTRAP),
        health.url(),
        settings.text(KnownSettings.STATE_DIR),
        log == null ? "no file" : log.path());
  }
}
