package dev.rota.app.answers;

import dev.rota.app.cluster.ClusterAdmin;
import dev.rota.app.cluster.ConnectionFlags;
import dev.rota.app.cluster.DomainFollowers;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.CompletionWords;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.FlagValidator;
import dev.rota.app.console.NameLookup;
import dev.rota.app.console.RootCommand;
import dev.rota.app.console.ShutdownSequence;
import dev.rota.app.log.ServiceLog;
import dev.rota.app.trust.PortFlags;
import dev.rota.base.settings.Settings;
import dev.rota.kernel.domain.Domain;
import dev.rota.readers.capsule.Capsule;
import dev.rota.readers.follow.FactTallies;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.logs.ExportedLogs.BadExport;
import dev.rota.serving.serve.LiveServer;
import dev.rota.serving.serve.ServerAccess;
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
      "replay ledgers as they grow, and answer by HTTP",
      "",
      "It compares every turn, so it is an audit of the decisions that never stops. It "
          + "listens on this machine alone, unless it has a certificate and authenticates its "
          + "clients."
    })
public final class FollowCommand implements Callable<Integer> {
  private static final int METRIC_LANES_MAX = 10_000;
  private static final String SERVED = "follow";

  @ParentCommand private RootCommand root;
  @Spec private CommandSpec spec;
  @Mixin private ConnectionFlags connection;

  @Parameters(
      arity = "0..*",
      paramLabel = "DOMAIN",
      completionCandidates = CompletionWords.OfAllDomains.class,
      description = "domains, such as cores, or all")
  private List<String> domains = List.of();

  @Mixin private PortFlags listening;

  @Option(names = "--port", paramLabel = "PORT", description = "0: any free port; default: 8090")
  private String port;

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
      description =
          "lanes of a domain with metrics of their own; default: " + FactTallies.OWN_SERIES)
  private int metricLanes = FactTallies.OWN_SERIES;

  @Override
  public Integer call() throws IOException, InterruptedException {
    new FlagValidator(spec).within("--metric-lanes", metricLanes, 0, METRIC_LANES_MAX);
    if (domains.isEmpty() == files.isEmpty()) {
      throw new FlagValidator(spec).usage("name domains, or files with --from");
    }
    if (!files.isEmpty()) {
      return capsules();
    }
    List<Domain> chosen = NameLookup.domains(domains);
    Settings settings =
        connection.withDev(listening.to(connection.sources(root), SERVED, port), root);
    CheckpointChoice since = trusted.since(settings);
    ConnectionFlags.requireKafka(settings);
    ServerAccess access = PortFlags.access(settings, SERVED);
    ClusterAdmin.check(settings);
    ServiceLog.begin(root, settings);
    try (ShutdownSequence shutdown = ShutdownSequence.onSignal(root)) {
      List<LiveDomain> live =
          DomainFollowers.start(shutdown, chosen, settings, since, partitions, metricLanes);
      serve(shutdown.with(listen(live, access)), live);
    }
    return ExitCode.OK.code();
  }

  private int capsules() throws IOException, InterruptedException {
    ServerAccess access =
        PortFlags.access(listening.to(connection.sources(root), SERVED, port).load(), SERVED);
    Map<String, Capsule> read = new LinkedHashMap<>();
    for (Path file : files) {
      read.put(file.getFileName().toString(), capsule(file));
    }
    ServiceLog.begin(root);
    try (ShutdownSequence shutdown = ShutdownSequence.onSignal(root)) {
      LiveServer server = shutdown.with(listen(List.of(), access));
      List<LiveDomain> live = new ArrayList<>();
      read.forEach((name, capsule) -> live.add(server.open(name, capsule)));
      serve(server, live);
    }
    return ExitCode.OK.code();
  }

  private static Capsule capsule(Path file) throws IOException {
    try {
      return Capsule.open(file);
    } catch (BadExport e) {
      String fix = "name a file that 'rota capsule' or 'rota export' wrote";
      throw new CommandFailure(ExitCode.USAGE, "--from " + file, e.getMessage(), fix, e);
    }
  }

  private void serve(LiveServer server, List<LiveDomain> live)
      throws IOException, InterruptedException {
    root.console().line(root.json() ? "{\"url\":\"" + server.url() + "\"}" : server.url());
    root.console().out().flush();
    new FollowLog(live).tell();
  }

  private static LiveServer listen(List<LiveDomain> live, ServerAccess access) {
    try {
      return LiveServer.start(live, access);
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.CONFIGURATION,
          "cannot listen on " + access.at(),
          e.getMessage(),
          "choose another with --port, 0 for any free one",
          e);
    }
  }
}
