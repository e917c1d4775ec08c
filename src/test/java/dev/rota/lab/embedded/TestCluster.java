package dev.rota.lab.embedded;

import static org.awaitility.Awaitility.await;

import dev.rota.lab.embedded.registry.LocalRegistry;
import dev.rota.testing.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.awaitility.Awaitility;

/**
 * The one place the integration tests take their broker and registry from.
 *
 * <p>It is the embedded broker, or Kafka's own image with {@code -Drota.broker=docker} ({@code
 * -Pdocker}). Which one is printed once per JVM.
 */
public final class TestCluster implements AutoCloseable {
  // Groups that settle in tenths of a second, and members that are missed soon.
  static final Map<String, String> PROMPT_GROUPS =
      Map.ofEntries(
          // A test process that stands still for a while must not lose its own broker's leaders.
          Map.entry("broker.session.timeout.ms", "60000"),
          Map.entry("group.initial.rebalance.delay.ms", "0"),
          Map.entry("group.min.session.timeout.ms", "1000"),
          Map.entry("group.consumer.min.heartbeat.interval.ms", "100"),
          Map.entry("group.consumer.heartbeat.interval.ms", "500"),
          Map.entry("group.share.min.heartbeat.interval.ms", "100"),
          Map.entry("group.share.heartbeat.interval.ms", "500"),
          Map.entry("group.streams.initial.rebalance.delay.ms", "0"),
          Map.entry("group.streams.assignment.interval.ms", "0"),
          Map.entry("group.streams.min.heartbeat.interval.ms", "100"),
          Map.entry("group.streams.heartbeat.interval.ms", "500"),
          Map.entry("group.streams.min.session.timeout.ms", "1000"),
          Map.entry("group.streams.session.timeout.ms", "6000"));

  private static boolean told;

  private final TestBroker broker;
  private final LocalRegistry registry;

  private TestCluster(TestBroker broker) {
    this.broker = broker;
    this.registry = LocalRegistry.start(broker.bootstrap(), 0);
  }

  /** What a cluster asks of its broker, wherever that runs. */
  sealed interface TestBroker extends AutoCloseable permits Embedded, DockerBroker {
    String bootstrap();

    String description();

    /** Stops it in order and starts it again with its data, at the same address. */
    void restart();

    @Override
    void close();
  }

  /** A fresh broker and registry; about half a second once the JVM is warm. */
  public static TestCluster start() {
    // A stream thread that is replaced throws, perhaps one of another test that runs beside this.
    Awaitility.doNotCatchUncaughtExceptionsByDefault();
    var docker = System.getProperty("rota.broker", "embedded").equals("docker");
    var broker = docker ? DockerBroker.start() : Embedded.start();
    tell(broker.description());
    return new TestCluster(broker);
  }

  public String bootstrap() {
    return broker.bootstrap();
  }

  public String registryUrl() {
    return registry.url();
  }

  /** Stops the broker in order and starts it again with its data; the address stays the same. */
  public void restartBroker() {
    broker.restart();
  }

  /**
   * Empties topics: has them deleted, and created again with as many partitions. Each step is
   * waited for where records are written, since what answers for topics is ahead of that: a topic
   * still named is not created, and a record sent too soon is lost.
   */
  public void empty(List<String> topics, Runnable create) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap()))) {
      long partitions = logs(admin, topics);
      admin.deleteTopics(topics).all().get();
      await()
          .until(
              () ->
                  logs(admin, topics) == 0
                      && Collections.disjoint(admin.listTopics().names().get(), topics));
      create.run();
      await().until(() -> logs(admin, topics) == partitions);
    }
  }

  /** How many partitions of these topics the broker has opened for writing. */
  private static long logs(Admin admin, List<String> topics) throws Exception {
    int broker = admin.describeCluster().nodes().get().iterator().next().id();
    return admin
        .describeLogDirs(List.of(broker))
        .allDescriptions()
        .get()
        .get(broker)
        .values()
        .stream()
        .flatMap(dir -> dir.replicaInfos().keySet().stream())
        .filter(partition -> topics.contains(partition.topic()))
        .count();
  }

  @Override
  public void close() {
    try {
      registry.close();
    } finally {
      broker.close();
    }
  }

  private static synchronized void tell(String description) {
    if (!told) {
      told = true;
      System.out.println(
          "broker under test: " + description + "; not run for want of a broker: 0 tests");
    }
  }

  /** A broker in this JVM over a directory of its own, removed at the end. */
  static final class Embedded implements TestBroker {
    private final Path dir;
    private LocalBroker broker;

    private Embedded(Path dir) {
      this.dir = dir;
      // Not an ephemeral port: while it restarts, a client would be given it.
      this.broker = LocalBroker.start(dir, Ports.free(), PROMPT_GROUPS);
    }

    static Embedded start() {
      try {
        return new Embedded(Files.createTempDirectory("rota-test-broker"));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public String bootstrap() {
      return broker.bootstrap();
    }

    @Override
    public String description() {
      return "embedded, in this JVM";
    }

    @Override
    public void restart() {
      var port = Integer.parseInt(bootstrap().substring(bootstrap().lastIndexOf(':') + 1));
      broker.close();
      broker = LocalBroker.start(dir, port, PROMPT_GROUPS);
    }

    @Override
    public void close() {
      broker.close();
      try (var paths = Files.walk(dir)) {
        for (var path : paths.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(path);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
