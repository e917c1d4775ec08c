package dev.rota.app.builds;

import dev.rota.app.cluster.ClusterAdmin;
import dev.rota.app.cluster.ConnectionFlags;
import dev.rota.app.cluster.HostClock;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.NameLookup;
import dev.rota.app.console.RootCommand;
import dev.rota.app.console.ShutdownSequence;
import dev.rota.app.instance.HomeDirectory;
import dev.rota.app.log.ServiceLog;
import dev.rota.app.trust.PortFlags;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.base.settings.SettingsSources;
import dev.rota.road.topics.rights.AccessRight;
import dev.rota.road.topics.rights.RequiredRights;
import dev.rota.road.topics.rights.RightsTable;
import dev.rota.road.topics.rights.TopicRole;
import dev.rota.serving.builds.BuildFrontDoor;
import dev.rota.serving.builds.DoorAccess;
import dev.rota.serving.builds.RoleGrants;
import dev.rota.serving.builds.StorageAccess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code rota reapi}: a front door of a grid for build tools and workers. */
@Command(
    name = "reapi",
    description = {
      "let build tools reach a grid of bots (Remote Execution API)",
      "",
      "Bazel, recc and others execute here; bots of the Remote Workers API get their "
          + "leases. It has no state of its own: start several behind a balancer. It listens "
          + "on this machine alone, unless it has a certificate and authenticates its clients."
    })
public final class ReapiCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(ReapiCommand.class);
  private static final long LOOK_MILLIS = 1_000;

  @ParentCommand private RootCommand root;
  @Mixin private ConnectionFlags connection;

  @Option(names = "--grid", paramLabel = "NAME", description = "the grid; default: builds")
  private String grid;

  @Option(
      names = "--cas",
      paramLabel = "URL",
      description = "storage of blobs and results: grpc://HOST:PORT, or grpcs for TLS")
  private String cas;

  @Option(
      names = "--action-cache",
      paramLabel = "URL",
      description = "storage of results, if it is another one")
  private String actionCache;

  @Option(
      names = "--cas-tls-ca",
      paramLabel = "FILE",
      description = "authorities in PEM of the storage's certificate; default: those Java knows")
  private Path authorities;

  @Option(
      names = "--cas-token-file",
      paramLabel = "FILE",
      description = "the token that the storage asks for")
  private Path token;

  @Option(
      names = "--instances",
      paramLabel = "NAMES",
      description = "instances that clients may name, with commas; default: all")
  private String instances;

  @Option(
      names = "--abandoned-ms",
      paramLabel = "MS",
      description =
          "time after which an operation without a client is cancelled; 0: never; default: 10000")
  private String abandoned;

  @Option(names = "--port", paramLabel = "PORT", description = "0: any free port; default: 8980")
  private String port;

  @Mixin private PortFlags listening;
  @Mixin private DoorFlags roles;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Settings settings = connection.withDev(sources(), root);
    ConnectionFlags.requireKafka(settings);
    DoorAccess access = DoorFlags.access(settings, HomeDirectory.of(root.console().variables()));
    StorageAccess storage = FrontDoorOpener.storage(settings);
    ClusterAdmin.check(settings);
    checkRights(settings);
    ServiceLog.begin(root, settings);
    tellRoles(access.roles());
    try (ShutdownSequence shutdown = ShutdownSequence.onSignal(root)) {
      BuildFrontDoor door = shutdown.with(FrontDoorOpener.open(settings, access, storage));
      String url = url(access, door.port());
      root.console().line(root.json() ? "{\"url\":\"" + url + "\"}" : url);
      root.console().out().flush();
      tell(door);
    }
    return ExitCode.OK.code();
  }

  /** Whoever lacks one is told so now; its clients could only wait. */
  private static void checkRights(Settings settings) {
    List<AccessRight> rights =
        RightsTable.of(
            TopicRole.REAPI, NameLookup.domain("bots"), settings.text(KnownSettings.APPLICATION));
    try (ClusterAdmin cluster = ClusterAdmin.open(settings)) {
      new RequiredRights(TopicRole.REAPI, rights, settings.kafka()).check(cluster.admin());
    }
  }

  private SettingsSources sources() {
    SettingsSources sources =
        connection
            .sources(root)
            .flag("--grid", KnownSettings.BUILDS_GRID, grid)
            .flag("--cas", KnownSettings.BUILDS_CAS, cas)
            .flag("--action-cache", KnownSettings.BUILDS_ACTION_CACHE, actionCache)
            .flag("--cas-tls-ca", KnownSettings.BUILDS_CAS_AUTHORITIES, authorities)
            .flag("--cas-token-file", KnownSettings.BUILDS_CAS_TOKEN, token)
            .flag("--instances", KnownSettings.BUILDS_INSTANCES, instances)
            .flag("--abandoned-ms", KnownSettings.BUILDS_ABANDONED, abandoned);
    return roles.to(listening.to(sources, DoorFlags.SERVED, port));
  }

  private static void tellRoles(RoleGrants roles) {
    String notice = DoorFlags.notice(roles);
    if (notice != null) {
      LOG.warn(notice);
    }
  }

  private static String url(DoorAccess access, int port) {
    String host =
        access.tls() != null && access.at().getAddress().isAnyLocalAddress()
            ? access.tls().names().get(0)
            : access.at().getHostString();
    return "grpc%s://%s:%d"
        .formatted(
            access.tls() == null ? "" : "s", host.contains(":") ? "[" + host + "]" : host, port);
  }

  /** Tells whether it answers, whenever that changes, until the process ends. */
  private static void tell(BuildFrontDoor door) throws InterruptedException {
    String told = "";
    // It has no state: to begin again costs its clients one call.
    HostClock clock = new HostClock(System::currentTimeMillis, () -> "start the front door again");
    for (; ; ) {
      clock.check();
      String trouble = door.trouble();
      if (trouble == null && told != null) {
        LOG.info("calls are answered: the grid's ledger is read to its end, and verified");
      } else if (trouble != null && (told == null || told.isEmpty())) {
        LOG.warn("calls are not answered: {}", trouble);
      }
      told = trouble;
      Thread.sleep(LOOK_MILLIS);
    }
  }
}
