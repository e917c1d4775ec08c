package dev.rota.faults;

import static org.awaitility.Awaitility.await;

import dev.rota.faults.KafkaRelay.Fate;
import dev.rota.testing.KilledProcess;
import dev.rota.testing.Ports;
import dev.rota.testing.ProcessSignal;
import dev.rota.testing.Program;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Uuid;

/**
 * Brokers on loopback, three of them as a rule, each also a controller; as many copies of
 * everything, most of them needed.
 */
public final class Brokers implements AutoCloseable {
  private static final int COUNT = 3;
  private static final Map<String, String> COMMON =
      Map.ofEntries(
          Map.entry("process.roles", "broker,controller"),
          Map.entry("controller.listener.names", "CONTROLLER"),
          Map.entry("offsets.topic.num.partitions", "4"),
          Map.entry("transaction.state.log.num.partitions", "4"),
          Map.entry("auto.create.topics.enable", "false"),
          Map.entry("group.initial.rebalance.delay.ms", "0"),
          Map.entry("group.min.session.timeout.ms", "1000"),
          Map.entry("group.streams.min.session.timeout.ms", "1000"),
          Map.entry("group.streams.min.heartbeat.interval.ms", "100"),
          Map.entry("broker.heartbeat.interval.ms", "500"),
          Map.entry("controller.quorum.election.timeout.ms", "1000"),
          Map.entry("controller.quorum.fetch.timeout.ms", "2000"),
          Map.entry("controller.quorum.request.timeout.ms", "1000"),
          Map.entry("controller.quorum.election.backoff.max.ms", "500"),
          Map.entry("replica.lag.time.max.ms", "10000"),
          Map.entry("num.network.threads", "2"),
          Map.entry("num.io.threads", "2"),
          Map.entry("log.cleaner.dedupe.buffer.size", "2097152"),
          Map.entry("log.index.size.max.bytes", "1048576"));

  private final Map<String, String> variables;
  private final List<Path> settings = new ArrayList<>();
  private final List<Process> processes = new ArrayList<>();
  private final List<Route> routes = new ArrayList<>();
  private final List<Route> everyRoute = new ArrayList<>();
  private final String bootstrap;

  /** A way to the brokers, which some take; faults lie on it. */
  record Route(String listener, List<KafkaRelay> relays) {
    private static Route to(String listener, List<Integer> ports, int first, int count)
        throws IOException {
      List<KafkaRelay> relays = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        relays.add(new KafkaRelay(ports.get(first + i)));
      }
      return new Route(listener, relays);
    }

    String bootstrap() {
      return String.join(",", relays.stream().map(KafkaRelay::address).toList());
    }

    /** The relay to a broker, whose numbers begin with 1. */
    KafkaRelay to(int broker) {
      return relays.get(broker - 1);
    }

    /** The same fault on the way to each broker. */
    void suffer(KafkaRelay.Fault fault) {
      relays.forEach(relay -> relay.suffer(fault));
    }

    void calm() {
      relays.forEach(KafkaRelay::calm);
    }
  }

  private Brokers(String bootstrap, Map<String, String> variables) {
    this.bootstrap = bootstrap;
    this.variables = variables;
  }

  public static Brokers start(Path home) throws IOException {
    return start(home, COUNT, Map.of());
  }

  /**
   * Starts three, with ways to them that can be disturbed, and one to their controllers.
   *
   * @param routes so many; the brokers themselves take the last
   */
  static Brokers routed(Path home, int routes) throws IOException {
    return start(home, COUNT, Map.of(), routes);
  }

  /** Starts one, with one way to it that can be disturbed. */
  static Brokers routedAlone(Path home) throws IOException {
    return start(home, 1, Map.of(), 1);
  }

  /**
   * Starts so many.
   *
   * @param variables of their environment
   */
  static Brokers start(Path home, int count, Map<String, String> variables) throws IOException {
    return start(home, count, variables, 0);
  }

  private static Brokers start(Path home, int count, Map<String, String> variables, int routes)
      throws IOException {
    List<Integer> ports = Ports.free((2 + routes) * count);
    List<String> brokers = new ArrayList<>();
    List<String> controllers = new ArrayList<>();
    List<String> voters = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      brokers.add("127.0.0.1:" + ports.get(i));
      controllers.add("127.0.0.1:" + ports.get(count + i));
    }
    Brokers all = new Brokers(String.join(",", brokers), variables);
    for (int way = 0; way < routes; way++) {
      all.routes.add(Route.to("ROUTE" + way, ports, (2 + way) * count, count));
    }
    all.everyRoute.addAll(all.routes);
    List<String> electors = controllers;
    if (routes > 0) {
      Route toControllers = Route.to("CONTROLLER", ports, count, count);
      all.everyRoute.add(toControllers);
      electors = toControllers.relays.stream().map(KafkaRelay::address).toList();
    }
    for (int i = 0; i < count; i++) {
      voters.add((i + 1) + "@" + electors.get(i) + ":" + Uuid.randomUuid());
    }
    String cluster = Uuid.randomUuid().toString();
    for (int i = 0; i < count; i++) {
      Properties own = new Properties();
      own.putAll(COMMON);
      own.putAll(copies(count));
      own.put("node.id", Integer.toString(i + 1));
      own.put("log.dirs", dir(home, i + 1).toString());
      String listener = "PLAINTEXT://" + brokers.get(i) + ",CONTROLLER://";
      StringBuilder listening = new StringBuilder(listener + controllers.get(i));
      StringBuilder advertised = new StringBuilder(listener + electors.get(i));
      StringBuilder protocols = new StringBuilder("PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
      String between = "PLAINTEXT";
      for (int way = 0; way < routes; way++) {
        Route route = all.routes.get(way);
        between = route.listener();
        int port = ports.get((2 + way) * count + i);
        listening.append(",%s://127.0.0.1:%d".formatted(between, port));
        advertised.append(",%s://%s".formatted(between, route.to(i + 1).address()));
        protocols.append(",%s:PLAINTEXT".formatted(between));
      }
      own.put("listeners", listening.toString());
      own.put("advertised.listeners", advertised.toString());
      own.put("listener.security.protocol.map", protocols.toString());
      own.put("inter.broker.listener.name", between);
      own.put("controller.quorum.bootstrap.servers", String.join(",", electors));
      own.put(BrokerNode.VOTERS, String.join(",", voters));
      own.put(BrokerNode.CLUSTER, cluster);
      Path file = home.resolve("broker-" + (i + 1) + ".properties");
      try (var out = Files.newBufferedWriter(file)) {
        own.store(out, null);
      }
      all.settings.add(file);
      all.processes.add(all.spawn(file));
    }
    for (Process process : all.processes) {
      awaitReady(process);
    }
    return all;
  }

  /** What it stores. */
  static Path dir(Path home, int node) {
    return home.resolve("broker-" + node);
  }

  private static Map<String, String> copies(int count) {
    String all = Integer.toString(count);
    String most = Integer.toString(count / 2 + 1);
    return Map.of(
        // Others take over soon from one of many; one by itself only has to be there.
        "broker.session.timeout.ms", count > 1 ? "3000" : "60000",
        "default.replication.factor", all,
        "min.insync.replicas", most,
        "offsets.topic.replication.factor", all,
        "transaction.state.log.replication.factor", all,
        "transaction.state.log.min.isr", most);
  }

  private Process spawn(Path settings) throws IOException {
    List<String> command = new ArrayList<>(Program.testJvm("-Xmx320m"));
    command.addAll(List.of(BrokerNode.class.getName(), settings.toString()));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(Path.of(settings + ".err").toFile());
    builder.environment().putAll(variables);
    return builder.start();
  }

  @SuppressWarnings("resource") // the child's output stays open as long as the child
  private static void awaitReady(Process process) throws IOException {
    var out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      if (line.equals("ready")) {
        Thread rest = new Thread(() -> out.lines().forEach(_ -> {}), "broker-output");
        rest.setDaemon(true);
        rest.start();
        return;
      }
    }
    throw new IOException("a broker ended before it was ready; see its log");
  }

  public String bootstrap() {
    return bootstrap;
  }

  /** The ways to the brokers that can be disturbed; the last is that of the brokers themselves. */
  List<Route> routes() {
    return routes;
  }

  /**
   * Nobody hears this broker any more, and it hears nobody. What it asks others is known by the
   * names of its clients, which Kafka gives them.
   */
  void cutOff(int node) {
    for (Route route : everyRoute) {
      for (int i = 1; i <= route.relays.size(); i++) {
        boolean isTo = i == node;
        route.to(i).suffer(frame -> isTo || isFrom(node, frame) ? Fate.LOST : Fate.PASS);
      }
    }
  }

  private static boolean isFrom(int node, KafkaRelay.Frame frame) {
    return frame.client().equals(Integer.toString(node))
        || frame.client().equals("raft-client-" + node)
        || frame.client().startsWith("broker-" + node + "-");
  }

  /** Each broker is heard again, on new connections. */
  void rejoin() {
    everyRoute.forEach(Route::calm);
  }

  /** SIGKILL, and waits until the process is gone. */
  public void kill(int node) {
    KilledProcess.kill(processes.get(node - 1));
  }

  /** SIGTERM to all, and waits until they are gone. */
  void stopAll() {
    processes.forEach(Process::destroy);
    await().until(() -> processes.stream().noneMatch(Process::isAlive));
  }

  /** SIGSTOP. */
  void freeze(int node) throws IOException, InterruptedException {
    ProcessSignal.STOP.to(processes.get(node - 1));
  }

  /** SIGCONT. */
  void thaw(int node) throws IOException, InterruptedException {
    ProcessSignal.CONT.to(processes.get(node - 1));
  }

  /** Starts killed ones again, each over its own directory; they may need each other. */
  public void restart(int... nodes) throws IOException {
    for (int node : nodes) {
      processes.set(node - 1, spawn(settings.get(node - 1)));
    }
    for (int node : nodes) {
      awaitReady(processes.get(node - 1));
    }
  }

  /** Waits until it has ended by itself. */
  void awaitEnd(int node) {
    await().until(() -> !processes.get(node - 1).isAlive());
  }

  /** Waits until every partition of every topic has all its copies. */
  public void awaitInSync(Admin admin) {
    await()
        .ignoreExceptions()
        .until(
            () -> {
              var names = admin.listTopics().names().get();
              return admin.describeTopics(names).allTopicNames().get().values().stream()
                  .flatMap(topic -> topic.partitions().stream())
                  .allMatch(partition -> partition.isr().size() == partition.replicas().size());
            });
  }

  @Override
  public void close() {
    processes.forEach(KilledProcess::kill);
    everyRoute.forEach(route -> route.relays.forEach(KafkaRelay::close));
  }
}
