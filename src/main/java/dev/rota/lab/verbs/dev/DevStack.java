package dev.rota.lab.verbs.dev;

import dev.rota.app.cluster.DomainFollowers;
import dev.rota.app.cluster.HostClock;
import dev.rota.app.cluster.StreamsOptions;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.FailureTranslator;
import dev.rota.app.console.RootCommand;
import dev.rota.app.console.ShutdownSequence;
import dev.rota.app.instance.DevChoice;
import dev.rota.app.instance.DevInstance;
import dev.rota.app.instance.HomeDirectory;
import dev.rota.app.log.LogFile;
import dev.rota.app.log.ServiceLog;
import dev.rota.app.run.EmbeddedWorkers;
import dev.rota.app.run.HostedExecutor;
import dev.rota.app.run.HttpPortOpener;
import dev.rota.app.run.RunningDomains;
import dev.rota.base.http.HealthEndpoints;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.kernel.domain.Domain;
import dev.rota.lab.embedded.DataDir;
import dev.rota.lab.embedded.LocalBroker;
import dev.rota.lab.embedded.registry.LocalRegistry;
import dev.rota.readers.follow.FactTallies;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.stream.StreamsSettings;
import dev.rota.road.stream.status.OpeningProgress;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.TopicSpec;
import dev.rota.serving.metrics.MetricsEndpoint;
import dev.rota.serving.serve.LiveServer;
import dev.rota.serving.serve.ProcessContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;

/** Broker, registry, domains and HTTP in this process, with one data directory. */
final class DevStack implements AutoCloseable {

  private final ShutdownSequence parts;
  private final RootCommand root;
  private LocalBroker broker;
  private LocalRegistry registry;
  private volatile RunningDomains running;
  private HealthEndpoints health;
  private LiveServer page;
  private LogFile log;
  private Settings settings;
  private int partitions;
  private DevInstance instance;

  private DevStack(ShutdownSequence parts, RootCommand root) {
    this.parts = parts;
    this.root = root;
  }

  /**
   * Starts all parts.
   *
   * @param shutdown closes what has started, also on a signal during the start
   * @param name name for other commands; null: the process id
   * @param given settings without the addresses
   * @param executing the executors of shards
   */
  static DevStack start(
      ShutdownSequence shutdown,
      RootCommand root,
      String name,
      DataDir data,
      List<Domain> domains,
      DevPorts ports,
      Settings given,
      List<HostedExecutor> executing)
      throws IOException, InterruptedException {
    DevChoice.among(root.console().variables()).requireFree(name);
    DevStack stack = shutdown.with(new DevStack(ShutdownSequence.nested(), root));
    stack.log = stack.log(data, ServiceLog.isJson(given));
    stack.start(data, domains, ports, given);
    stack.sign(data, domains);
    stack.parts.with(EmbeddedWorkers.start(StreamsOptions.of(stack.settings), executing));
    stack.instance =
        DevInstance.ofThisProcess(
            name,
            stack.bootstrap(),
            stack.registry(),
            stack.http(),
            stack.page(),
            data.path().toString());
    stack.leave();
    return stack;
  }

  private void start(DataDir data, List<Domain> domains, DevPorts ports, Settings given)
      throws IOException, InterruptedException {
    ports.registry().requireFree("--registry-port");
    ports.http().requireFree("--http-port");
    ports.page().requireFree("--page-port");
    root.note("starting Kafka …");
    broker = parts.with(ports.kafka().open(port -> LocalBroker.start(data.kafka(), port)));
    root.note("starting the registry …");
    registry = parts.with(ports.registry().open(port -> LocalRegistry.start(bootstrap(), port)));
    settings = DevSettings.at(given, bootstrap(), registry(), data);
    int wanted = settings.number(KnownSettings.PARTITIONS);
    try (Admin admin = Admin.create(settings.admin())) {
      List<TopicSpec> topics =
          domains.stream().flatMap(domain -> RequiredTopics.of(domain).stream()).toList();
      MissingTopics.create(admin, topics, wanted, (short) 1);
      partitions = partitions(admin, domains);
    }
    page = openPage(domains, ports.page());
    root.note("page: " + page.url() + ", as the domains start");
    root.note("starting " + String.join(", ", domains.stream().map(Domain::name).toList()) + " …");
    StreamsSettings config = StreamsOptions.of(settings);
    running = parts.with(RunningDomains.start(domains, config, clock(data)));
    MetricsEndpoint metrics = parts.with(running.metrics(settings));
    health =
        parts.with(
            ports
                .http()
                .open(
                    port ->
                        HttpPortOpener.start("127.0.0.1", port, running::standings, metrics, log)));
    running.awaitRunning(root::note);
  }

  /** Another process goes on with the data. */
  private static HostClock clock(DataDir data) {
    return new HostClock(
        System::currentTimeMillis,
        () -> "type the same 'rota dev' again, with --data-dir " + data.keep());
  }

  /** The page of all domains, followed in this process. */
  private LiveServer openPage(List<Domain> domains, PortChoice port) {
    List<LiveDomain> live =
        DomainFollowers.start(
            parts, domains, settings, CheckpointChoice.BEGINNING, Set.of(), FactTallies.OWN_SERIES);
    DomainFollowers.watchEngine(live, settings, this::opening);
    return parts.with(port.open(number -> HttpPortOpener.page(live, number, new Beside(this))));
  }

  /** The partitions of a domain that are not open yet, as far as it has started. */
  private List<OpeningProgress> opening(String domain) {
    RunningDomains now = running;
    return now == null ? List.of() : now.opening(domain);
  }

  /** This process decides all partitions, and follows all. */
  private record Beside(DevStack stack) implements ProcessContext {
    @Override
    public Optional<String> server(String domain, int partition) {
      return Optional.empty();
    }

    /** Nothing is running as long as the domains start. */
    @Override
    public List<Map<String, Object>> engine() {
      RunningDomains now = stack.running;
      return now == null ? List.of() : now.shown();
    }
  }

  /** Without a notary, everything but {@code rota prove} works. */
  private void sign(DataDir data, List<Domain> domains) {
    try (Admin admin = Admin.create(settings.admin())) {
      String cluster = admin.describeCluster().clusterId().get();
      parts.with(DevNotary.start(root, data.notary(), cluster, domains, partitions, settings));
    } catch (IOException | RuntimeException | ExecutionException e) {
      root.note("no notary, so no proofs: " + FailureTranslator.of(e).why());
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /** The log is in a kept data directory, otherwise in the home, where it outlives the data. */
  private LogFile log(DataDir data, boolean json) {
    Path file =
        data.kept()
            ? data.path().resolve("logs").resolve("rota.log")
            : HomeDirectory.of(root.console().variables())
                .resolve("logs")
                .resolve("rota-dev-" + ProcessHandle.current().pid() + ".log");
    try {
      return parts.with(LogFile.open(file, json));
    } catch (IOException e) {
      root.note(
          "no log file, " + FailureTranslator.of(e).why() + "; '-v -v' shows what Kafka says");
      return null;
    }
  }

  /** If the home is not writable, other commands only need flags to find this instance. */
  private void leave() {
    try {
      instance.write(root.console().variables());
      parts.with(() -> instance.remove(root.console().variables()));
    } catch (IOException e) {
      root.note(
          "other commands will not find this one, "
              + FailureTranslator.of(e).why()
              + "; give them -b %s --registry %s".formatted(bootstrap(), registry()));
    }
  }

  /** Returns the name for other commands. */
  String name() {
    return instance.name();
  }

  /** Returns the effective settings, including the addresses. */
  Settings settings() {
    return settings;
  }

  /** Returns the number of partitions per topic, which kept topics determine. */
  int partitions() {
    return partitions;
  }

  /** Returns the number of partitions. A ledger's number never changes. */
  private int partitions(Admin admin, List<Domain> domains) throws InterruptedException {
    String ledger = RequiredTopics.ledger(domains.get(0).name());
    int there;
    try {
      there =
          admin
              .describeTopics(List.of(ledger))
              .topicNameValues()
              .get(ledger)
              .get()
              .partitions()
              .size();
    } catch (ExecutionException e) {
      throw new KafkaException("cannot describe " + ledger, e.getCause());
    }
    if (there != settings.number(KnownSettings.PARTITIONS)
        && !settings.find(KnownSettings.PARTITIONS).orElseThrow().isDefault()) {
      throw new CommandFailure(
          ExitCode.CONFIGURATION,
          "the existing topics have %d partitions each".formatted(there),
          "%s says %d, and a ledger's partitions never change"
              .formatted(
                  settings.origin(KnownSettings.PARTITIONS),
                  settings.number(KnownSettings.PARTITIONS)),
          "leave it out, or use another --data-dir");
    }
    return there;
  }

  String bootstrap() {
    return broker.bootstrap();
  }

  String registry() {
    return registry.url();
  }

  String http() {
    return health.url();
  }

  /** Returns the page's address. */
  String page() {
    return page.url();
  }

  /** Returns the place of the log for messages. */
  String logPlace() {
    return log == null ? "no file" : log.path().toString();
  }

  /** Waits until a domain stops or the broker fails. */
  void awaitFault() throws InterruptedException, ExecutionException {
    while (broker.fault().isEmpty()) {
      try {
        running.anyStopped().get(1, TimeUnit.SECONDS);
        return;
      } catch (TimeoutException _) {
        // No fault yet.
      }
    }
    throw new ExecutionException(broker.fault().get());
  }

  @Override
  public void close() {
    parts.close();
  }
}
