package dev.rota.faults;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.MessageLite;
import dev.rota.base.avro.GeneratedClasses;
import dev.rota.base.blobs.BlobClient;
import dev.rota.base.blobs.BlobClient.BlobSource;
import dev.rota.base.blobs.BlobDigest;
import dev.rota.bots.BotPolicy;
import dev.rota.bots.BotsDomain;
import dev.rota.lab.embedded.registry.LocalRegistry;
import dev.rota.protocols.health.HealthCheckRequest;
import dev.rota.protocols.health.HealthCheckResponse.ServingStatus;
import dev.rota.protocols.health.HealthGrpc;
import dev.rota.protocols.reapi.Action;
import dev.rota.protocols.reapi.Command;
import dev.rota.protocols.reapi.Directory;
import dev.rota.protocols.reapi.ExecuteRequest;
import dev.rota.readers.audit.AuditReport;
import dev.rota.readers.audit.DomainAudit;
import dev.rota.registry.AvroSerializer;
import dev.rota.registry.Registry;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.testing.Patience;
import dev.rota.testing.Ports;
import dev.rota.testing.Program;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Brokers, an engine, a storage, two front doors and two hosts of bots, each a process. */
final class BuildArena implements AutoCloseable {
  static final BotsDomain BOTS = new BotsDomain();
  static final String INSTANCE = "main";
  static final String FAMILY = "here";
  static final int JOBS_PER_HOST = 4;
  static final int KEEPALIVE_MILLIS = 20_000;

  /** Longer than all rows together. */
  private static final int RETENTION_MILLIS = 3_600_000;

  static final int ABANDONED_MILLIS = 2_000;
  private static final String GRID = "builds";
  private static final String THIS_MACHINE = "127.0.0.1";
  private static final String ROTA = "dev.rota.Rota";

  private final Path home;
  private final Brokers brokers;
  private final LocalRegistry registry;
  private final int storagePort = Ports.free();
  private final List<Integer> ports = Ports.free(2);
  private final BuildProcess storage;
  private final List<BuildProcess> doors = new ArrayList<>();
  private final List<BuildProcess> hosts = new ArrayList<>();
  private final List<ManagedChannel> channels = new ArrayList<>();
  private final ManagedChannel blobs;
  private EngineProcess engine;

  BuildArena(Path home) throws Exception {
    this.home = home;
    GeneratedClasses.trust();
    brokers = Brokers.start(home);
    registry = LocalRegistry.start(brokers.bootstrap(), 0);
    try (Admin admin = Admin.create(kafka())) {
      MissingTopics.create(admin, RequiredTopics.of(BOTS), 1, (short) 3);
    }
    tell(
        BotPolicy.newBuilder()
            .setGrid(GRID)
            .setKeepaliveMs(KEEPALIVE_MILLIS)
            .setCompletedRetentionMs(RETENTION_MILLIS)
            .build());
    startEngine();
    List<String> node = new ArrayList<>(Program.testJvm("-Xmx192m"));
    node.addAll(
        List.of(
            StorageNode.class.getName(),
            Integer.toString(storagePort),
            home.resolve("storage").toString()));
    storage = new BuildProcess(home.resolve("storage.log"), node);
    for (int port : ports) {
      doors.add(newDoor(port, Map.of()));
      channels.add(channel(port));
    }
    blobs = channel(storagePort);
    for (int i = 0; i < 2; i++) {
      hosts.add(newHost(i));
    }
    engine.ready();
    awaitDoor(0);
    awaitDoor(1);
  }

  private void tell(BotPolicy policy) throws Exception {
    AvroSerializer values = new AvroSerializer();
    values.configure(Map.of("schema.registry.url", registry.url()), false);
    try (KafkaProducer<byte[], Object> producer =
        new KafkaProducer<>(kafka(), new ByteArraySerializer(), values)) {
      producer.send(new ProducerRecord<>("bots-policies", GRID.getBytes(UTF_8), policy)).get();
    }
  }

  /**
   * Starts one more front door.
   *
   * @param variables of its environment
   */
  BuildProcess newDoor(int port, Map<String, String> variables) throws IOException {
    List<String> words = new ArrayList<>(Program.jvm("-Xmx512m"));
    words.addAll(
        List.of(
            ROTA,
            "reapi",
            "--bootstrap-server",
            brokers.bootstrap(),
            "--registry",
            registry.url(),
            "--cas",
            "grpc://" + THIS_MACHINE + ":" + storagePort,
            "--abandoned-ms",
            Integer.toString(ABANDONED_MILLIS),
            "--port",
            Integer.toString(port)));
    return new BuildProcess(home.resolve("door-" + port + ".log"), words, variables);
  }

  private BuildProcess newHost(int index) throws IOException {
    List<String> words = new ArrayList<>(Program.jvm("-Xmx256m"));
    words.addAll(
        List.of(
            ROTA,
            "bot",
            "--remote",
            "grpc://%s:%d,grpc://%s:%d"
                .formatted(THIS_MACHINE, ports.get(index), THIS_MACHINE, ports.get(1 - index)),
            "--cas",
            "grpc://" + THIS_MACHINE + ":" + storagePort,
            "--instance",
            INSTANCE,
            "--name",
            "host" + index,
            "--jobs",
            Integer.toString(JOBS_PER_HOST),
            "--property",
            "OSFamily=" + FAMILY,
            "--dir",
            home.resolve("host-" + index).toString()));
    return new BuildProcess(home.resolve("host-" + index + ".log"), words);
  }

  static ManagedChannel channel(int port) {
    return NettyChannelBuilder.forAddress(THIS_MACHINE, port)
        .usePlaintext()
        .maxInboundMessageSize(16 << 20)
        .build();
  }

  Map<String, Object> kafka() {
    return Map.of("bootstrap.servers", brokers.bootstrap());
  }

  String registryUrl() {
    return registry.url();
  }

  void startEngine() throws IOException {
    engine =
        EngineProcess.start(
            BOTS.name(),
            brokers.bootstrap(),
            registry.url(),
            home.resolve("engine"),
            Map.of("ROTA_WORKERS", "0"));
  }

  EngineProcess engine() {
    return engine;
  }

  Brokers brokers() {
    return brokers;
  }

  BuildProcess storage() {
    return storage;
  }

  BuildProcess door(int index) {
    return doors.get(index);
  }

  int port(int index) {
    return ports.get(index);
  }

  BuildProcess host(int index) {
    return hosts.get(index);
  }

  /** Channels to the front doors, this one first. */
  List<ManagedChannel> doors(int first) {
    return List.of(channels.get(first), channels.get(1 - first));
  }

  /** Waits until a front door answers. */
  void awaitDoor(int index) {
    awaitDoor(channels.get(index));
  }

  static void awaitDoor(ManagedChannel channel) {
    await()
        .ignoreExceptions()
        .until(
            () -> {
              channel.resetConnectBackoff();
              return serves(channel);
            });
  }

  static boolean serves(ManagedChannel channel) {
    return HealthGrpc.newBlockingStub(channel)
            .check(HealthCheckRequest.getDefaultInstance())
            .getStatus()
        == ServingStatus.SERVING;
  }

  BlobDigest put(MessageLite message) throws IOException {
    byte[] content = message.toByteArray();
    BlobDigest digest = BlobDigest.of(content);
    new BlobClient(blobs, INSTANCE, Patience.MAX).upload(Map.of(digest, BlobSource.of(content)));
    return digest;
  }

  /**
   * An action that runs a script of {@code sh}.
   *
   * @param family of the bots that may run it
   */
  Action.Builder action(String family, String script) throws IOException {
    Command.Builder command = Command.newBuilder().addAllArguments(List.of("sh", "-c", script));
    command.getPlatformBuilder().addPropertiesBuilder().setName("OSFamily").setValue(family);
    return Action.newBuilder()
        .setCommandDigest(put(command.build()).message())
        .setInputRootDigest(put(Directory.getDefaultInstance()).message());
  }

  ExecuteRequest request(Action action) throws IOException {
    return ExecuteRequest.newBuilder()
        .setInstanceName(INSTANCE)
        .setActionDigest(put(action).message())
        .build();
  }

  AuditReport audit() throws InterruptedException {
    try (Registry schemas = Registry.open(Map.of("schema.registry.url", registry.url()));
        var audit =
            new DomainAudit(BOTS, kafka(), new DomainAudit.Witnesses(null, schemas, null))) {
      return audit.run(1);
    }
  }

  @Override
  public void close() {
    channels.forEach(ManagedChannel::shutdownNow);
    blobs.shutdownNow();
    hosts.forEach(BuildProcess::close);
    doors.forEach(BuildProcess::close);
    storage.close();
    engine.close();
    registry.close();
    brokers.close();
  }
}
