package dev.rota.cli;

import dev.rota.domain.Domain;
import dev.rota.embedded.LocalBroker;
import dev.rota.embedded.LocalRegistry;
import dev.rota.http.Health;
import dev.rota.registry.AvroDeserializer;
import dev.rota.registry.AvroSerializer;
import dev.rota.stream.MissingTopics;
import dev.rota.stream.RoadConfig;
import dev.rota.stream.Topics;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;

/** Broker, registry, domains and HTTP in this process, on one data directory. */
final class DevStack implements AutoCloseable {
  private static final Duration START = Duration.ofMinutes(2);
  private static final Duration BEAT = Duration.ofMillis(100);
  private static final int THREADS = 2;
  private static final String APPLICATION = "rota";

  private final Ending parts;
  private final Root root;
  private LocalBroker broker;
  private LocalRegistry registry;
  private Roads roads;
  private Health health;

  /** Which ports to listen on; 0 for any free. */
  record Ports(int kafka, int registry, int http) {}

  private DevStack(Ending parts, Root root) {
    this.parts = parts;
    this.root = root;
  }

  /**
   * Starts all of it.
   *
   * @param executing who executes shards
   */
  static DevStack start(
      Root root,
      Path data,
      List<Domain<?, ?, ?>> domains,
      Ports ports,
      int partitions,
      List<Executing> executing)
      throws IOException, InterruptedException {
    DevStack stack = new DevStack(Ending.nested(), root);
    try {
      stack.start(data, domains, ports, partitions);
      stack.parts.with(EmbeddedWorkers.start(stack.config(data), executing));
      stack.leave(
          Here.ofThisProcess(stack.bootstrap(), stack.registry(), stack.http(), data.toString()));
      return stack;
    } catch (RuntimeException | IOException | InterruptedException e) {
      stack.close();
      throw e;
    }
  }

  private void start(Path data, List<Domain<?, ?, ?>> domains, Ports ports, int partitions)
      throws IOException, InterruptedException {
    root.note("starting Kafka …");
    broker = parts.with(LocalBroker.start(data.resolve("kafka"), ports.kafka()));
    root.note("starting the registry …");
    registry = parts.with(LocalRegistry.start(bootstrap(), ports.registry()));
    root.note("starting " + String.join(", ", domains.stream().map(Domain::name).toList()) + " …");
    try (Admin admin = Admin.create(kafka())) {
      for (Domain<?, ?, ?> domain : domains) {
        MissingTopics.create(admin, Topics.of(domain), partitions, (short) 1);
      }
    }
    roads = parts.with(Roads.start(domains, config(data)));
    health = parts.with(Listening.start("127.0.0.1", ports.http(), roads::standings));
    roads.awaitRunning(START);
  }

  /** A home that cannot be written to costs the other commands a flag each, and no more. */
  private void leave(Here here) {
    try {
      here.write(root.console().variables());
      parts.with(() -> here.remove(root.console().variables()));
    } catch (IOException e) {
      root.note(
          "other commands will not find this one, "
              + Failures.of(e).why()
              + "; give them -b %s --registry %s".formatted(bootstrap(), registry()));
    }
  }

  private RoadConfig config(Path data) {
    return new RoadConfig(
        APPLICATION,
        kafka(),
        Map.of(),
        Map.of("schema.registry.url", registry()),
        AvroSerializer.class.getName(),
        AvroDeserializer.class.getName(),
        data.resolve("state"),
        THREADS,
        BEAT);
  }

  Map<String, Object> kafka() {
    return Map.of("bootstrap.servers", bootstrap());
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

  /** Waits until a domain stops or the broker fails. */
  void awaitFault() throws InterruptedException, ExecutionException {
    while (broker.fault().isEmpty()) {
      try {
        roads.anyStopped().get(1, TimeUnit.SECONDS);
        return;
      } catch (TimeoutException e) {
        // Neither has happened; look again.
      }
    }
    throw new ExecutionException(broker.fault().get());
  }

  @Override
  public void close() {
    parts.close();
  }
}
