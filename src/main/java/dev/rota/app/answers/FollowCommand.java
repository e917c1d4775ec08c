package dev.rota.app.answers;

import ch.qos.logback.classic.Level;
import dev.rota.app.cluster.Cluster;
import dev.rota.app.cluster.Connection;
import dev.rota.app.cluster.Followers;
import dev.rota.app.console.Catalogue;
import dev.rota.app.console.Exit;
import dev.rota.app.console.Failure;
import dev.rota.app.console.Flags;
import dev.rota.app.console.Root;
import dev.rota.app.console.Shutdown;
import dev.rota.app.console.Words;
import dev.rota.app.log.LogLine;
import dev.rota.app.log.Verbosity;
import dev.rota.base.settings.Known;
import dev.rota.base.settings.Settings;
import dev.rota.kernel.domain.Domain;
import dev.rota.readers.capsule.Capsule;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.readers.follow.Tallies;
import dev.rota.road.kept.Since;
import dev.rota.road.logs.ExportedLogs.BadExport;
import dev.rota.serving.serve.Access;
import dev.rota.serving.serve.LiveServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code rota follow}: answers about lanes by HTTP, as their ledgers grow. */
@Command(
    name = "follow",
    description = {
      "replay and verify domains' ledgers as they grow, and answer about their lanes by HTTP",
      "It compares every turn, so it is an audit of the decisions that never stops. It listens on",
      "this machine alone, unless it has a certificate and authenticates its clients."
    })
public final class FollowCommand implements Callable<Integer> {
  private static final int METRIC_LANES_MAX = 10_000;

  @ParentCommand private Root root;
  @Spec private CommandSpec spec;
  @Mixin private Connection connection;

  @Parameters(
      arity = "0..*",
      paramLabel = "DOMAIN",
      completionCandidates = Words.OfAllDomains.class,
      description = "domains, such as cores, or all")
  private List<String> domains = List.of();

  @Mixin private Listening listening;

  @Option(
      names = "--from",
      paramLabel = "FILE",
      description =
          "answers from files that 'rota capsule' or 'rota export' wrote, without a cluster;"
              + " repeatable")
  private List<Path> files = List.of();

  @Option(
      names = "--partitions",
      split = ",",
      paramLabel = "N",
      description = "these partitions alone, such as 0,1; default: all")
  private Set<Integer> partitions = Set.of();

  @Mixin private TrustedKeysFlag trusted;

  @Option(
      names = "--metric-lanes",
      paramLabel = "N",
      description = "lanes of a domain with metrics of their own; default: " + Tallies.OWN_SERIES)
  private int metricLanes = Tallies.OWN_SERIES;

  @Override
  public Integer call() throws IOException, InterruptedException {
    new Flags(spec).within("--metric-lanes", metricLanes, 0, METRIC_LANES_MAX);
    if (domains.isEmpty() == files.isEmpty()) {
      throw new Flags(spec).usage("name domains, or files with --from");
    }
    if (!files.isEmpty()) {
      return capsules();
    }
    List<Domain<?, ?, ?>> chosen = Catalogue.domains(domains);
    Since since = trusted.since();
    Settings settings = connection.withDev(listening.to(connection.sources(root)), root);
    Connection.requireKafka(settings);
    Access access = Listening.access(settings);
    Cluster.check(settings);
    Verbosity.set(root.verbosity(), root.quiet(), Level.INFO);
    if (settings.text(Known.LOG_FORMAT).equals("json")) {
      Verbosity.speak(new LogLine());
    }
    try (Shutdown shutdown = Shutdown.onSignal(root)) {
      List<LiveDomain<?, ?, ?>> live =
          Followers.start(shutdown, chosen, settings, since, partitions, metricLanes);
      serve(shutdown.with(listen(live, access)), live);
    }
    return Exit.OK.code();
  }

  private int capsules() throws IOException, InterruptedException {
    Access access = Listening.access(listening.to(connection.sources(root)).load());
    Map<String, Capsule> read = new LinkedHashMap<>();
    for (Path file : files) {
      read.put(file.getFileName().toString(), capsule(file));
    }
    Verbosity.set(root.verbosity(), root.quiet(), Level.INFO);
    try (Shutdown shutdown = Shutdown.onSignal(root)) {
      LiveServer server = shutdown.with(listen(List.of(), access));
      List<LiveDomain<?, ?, ?>> live = new ArrayList<>();
      read.forEach((name, capsule) -> live.add(server.open(name, capsule)));
      serve(server, live);
    }
    return Exit.OK.code();
  }

  private static Capsule capsule(Path file) throws IOException {
    try {
      return Capsule.open(file);
    } catch (BadExport e) {
      String fix = "name a file that 'rota capsule' or 'rota export' wrote";
      throw new Failure(Exit.USAGE, "--from " + file, e.getMessage(), fix, e);
    }
  }

  private void serve(LiveServer server, List<LiveDomain<?, ?, ?>> live)
      throws IOException, InterruptedException {
    root.console().line(root.json() ? "{\"url\":\"" + server.url() + "\"}" : server.url());
    root.console().out().flush();
    new FollowLog(live).tell();
  }

  private static LiveServer listen(List<LiveDomain<?, ?, ?>> live, Access access) {
    try {
      return LiveServer.start(live, access);
    } catch (IOException e) {
      throw new Failure(
          Exit.CONFIGURATION,
          "cannot listen on " + access.at(),
          e.getMessage(),
          "choose another with --port, 0 for any free one",
          e);
    }
  }
}
