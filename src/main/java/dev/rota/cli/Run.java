package dev.rota.cli;

import dev.rota.domain.Domain;
import dev.rota.http.Health;
import dev.rota.settings.Known;
import dev.rota.settings.Settings;
import dev.rota.settings.Sources;
import dev.rota.stream.RoadConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code rota run}: the domains against a real cluster and registry, until told to stop. */
@Command(name = "run", description = "the domains against a real cluster and registry")
final class Run implements Callable<Integer> {
  private static final Duration START = Duration.ofMinutes(10);

  @ParentCommand private Root root;
  @Mixin private Connection connection;

  @Option(
      names = "--domains",
      paramLabel = "NAMES",
      description = "such as cores,bots; default: all")
  private String domains;

  @Option(names = "--http-port", paramLabel = "PORT", description = "0: any free; default: 8080")
  private Integer httpPort;

  @Option(names = "--state-dir", paramLabel = "DIR", description = "where the stores lie")
  private Path stateDir;

  @Option(names = "--threads", paramLabel = "N", description = "stream threads per domain")
  private Integer threads;

  @Mixin private ExecutorFlags executor;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Settings settings = settings();
    settings.dangers().forEach(danger -> root.console().note("DANGER: " + danger));
    List<Domain<?, ?, ?>> chosen = Catalogue.domains(settings.list(Known.DOMAINS));
    List<Executing> executing = Executing.of(chosen, settings, 0);
    Cluster.check(settings);
    try (Ending ending = Ending.onSignal()) {
      RoadConfig config = config(settings);
      Roads roads = ending.with(Roads.start(chosen, config));
      Health health = ending.with(listen(settings, roads));
      roads.awaitRunning(START);
      ending.with(EmbeddedWorkers.start(config, executing));
      Executing.told(chosen, executing).forEach(line -> root.note("shards: " + line));
      ready(settings, health);
      roads.anyStopped().get();
      return Exit.OK.code();
    } catch (ExecutionException e) {
      throw Failures.gaveUp(
          "a domain gave up",
          e,
          "see the log above for the first fault; what is committed is safe");
    }
  }

  private Settings settings() {
    Sources sources =
        connection
            .sources(root)
            .flag("--domains", Known.DOMAINS, domains)
            .flag("--http-port", Known.HTTP_PORT, httpPort)
            .flag("--state-dir", Known.STATE_DIR, stateDir)
            .flag("--threads", Known.THREADS, threads)
            .require(Known.BOOTSTRAP, Known.REGISTRY);
    return executor.to(sources).load();
  }

  static RoadConfig config(Settings settings) {
    return new RoadConfig(
        settings.text(Known.APPLICATION),
        settings.kafka(),
        settings.streams(),
        settings.registry(),
        settings.text(Known.SERIALIZER),
        settings.text(Known.DESERIALIZER),
        Path.of(settings.text(Known.STATE_DIR)),
        settings.number(Known.THREADS),
        Duration.ofMillis(settings.number(Known.METRONOME)));
  }

  private static Health listen(Settings settings, Roads roads) {
    return Listening.start(
        settings.text(Known.HTTP_HOST), settings.number(Known.HTTP_PORT), roads::standings);
  }

  private void ready(Settings settings, Health health) throws IOException {
    if (root.json()) {
      root.console()
          .line(
              Ready.json(
                  settings.text(Known.BOOTSTRAP),
                  settings.text(Known.REGISTRY),
                  health.url(),
                  settings.text(Known.STATE_DIR)));
      root.console().out().flush();
    } else {
      root.note(
          "rota runs against "
              + settings.text(Known.BOOTSTRAP)
              + "; health at "
              + health.url()
              + "/readyz; state in "
              + settings.text(Known.STATE_DIR));
    }
  }
}
