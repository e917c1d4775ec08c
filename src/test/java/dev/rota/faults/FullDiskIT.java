package dev.rota.faults;

import static dev.rota.app.Ran.rota;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.lab.embedded.TestCluster;
import dev.rota.readers.audit.AuditReport;
import dev.rota.readers.audit.DomainAudit;
import dev.rota.registry.AvroSerializer;
import dev.rota.road.health.PartitionHealth.Cause;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.serving.metrics.AlertRule;
import dev.rota.shards.ShardTransaction;
import dev.rota.shards.ShardsDomain;
import dev.rota.testing.NotRun;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A disk of 24 MiB that the state directory lies on: it is told before it is full, and the program
 * ends by itself when it is.
 */
class FullDiskIT {
  private static final ShardsDomain SHARDS = new ShardsDomain();
  private static final int TRANSACTIONS = 1_500;
  private static final int PAYLOAD_BYTES = 40_000;
  private static final int LEFT_BYTES = 1 << 20;
  private static final int IO_FAULT = 74;

  /** A small screen breaks lines. */
  private static final Map<String, String> LARGE = Map.of("COLUMNS", "400", "LINES", "100");

  @TempDir private Path dir;
  private SmallDisk disk;

  @BeforeEach
  void mount() throws Exception {
    Optional<SmallDisk> mounted = SmallDisk.mount(Files.createDirectory(dir.resolve("disk")), 24);
    NotRun.unless(mounted.isPresent(), "a small disk can be mounted by root alone");
    disk = mounted.orElseThrow();
  }

  @AfterEach
  void unmount() throws Exception {
    if (disk != null) {
      disk.close();
    }
  }

  @Test
  void aFullStateDirectoryEndsTheProgramAndItsLastWordsSaySo() throws Exception {
    try (TestCluster cluster = TestCluster.start();
        Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrap()))) {
      MissingTopics.create(admin, RequiredTopics.of(SHARDS), 2, (short) 1);
      try (EngineProcess engine = engine(cluster).ready()) {
        assertThat(readiness(engine)).isEqualTo(HttpURLConnection.HTTP_OK);
        disk.fill(LEFT_BYTES);
        assertThat(readiness(engine)).isEqualTo(HttpURLConnection.HTTP_UNAVAILABLE);
        fill(cluster);
        await().until(() -> !engine.alive());

        assertThat(engine.exit()).as(engine.errors()).isEqualTo(IO_FAULT);
        List<String> words = engine.errors().lines().toList();
        assertThat(words.subList(words.size() - 1, words.size()).toString())
            .contains("the state directory " + disk.dir(), "No space left", "free space");
      }
      disk.grow(512);
      try (EngineProcess again = engine(cluster).ready()) {
        await().until(() -> audit(cluster).inputs() == TRANSACTIONS);
        assertThat(again.terminate()).isEqualTo(143);
      }
      AuditReport report = audit(cluster);
      assertThat(report.findings()).isEmpty();
      assertThat(report.proved()).isTrue();
      assertThat(report.waitingInputs()).isZero();
      System.out.printf(
          "disk full: inputs %d, decided %d, lost 0, doubled 0%n", TRANSACTIONS, report.inputs());
    }
  }

  @Test
  void aDiskThatFillsIsAFindingAndAnAlertUntilThereIsRoom() throws Exception {
    try (TestCluster cluster = TestCluster.start();
        Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrap()))) {
      MissingTopics.create(admin, RequiredTopics.of(SHARDS), 2, (short) 1);
      try (EngineProcess engine = engine(cluster, "--follow", "--page-port", "0").ready()) {
        await().until(() -> findings(engine).isEmpty());
        AlertRule alert = AlertRule.all().get(Cause.DISK_FULL.runbook());
        assertThat(alert.fires(get(engine.http() + "/metrics"))).isFalse();
        disk.fill(LEFT_BYTES);

        await().until(() -> findings(engine).at("/0/cause").asText().equals("DISK_FULL"));
        JsonNode full = findings(engine).get(0);
        assertThat(full.path("text").asText()).contains("state directory " + disk.dir());
        assertThat(full.path("since").isTextual()).isTrue();
        assertThat(full.path("next").asText()).contains("free space", "rota config show --origin");
        assertThat(rota(LARGE, "", "top", "--once", "--url", engine.page()).out())
            .contains("!! " + full.path("text").asText(), full.path("next").asText());
        assertThat(alert.fires(get(engine.http() + "/metrics"))).isTrue();

        disk.empty();
        await().until(() -> findings(engine).isEmpty());
        assertThat(alert.fires(get(engine.http() + "/metrics"))).isFalse();
        assertThat(engine.terminate()).isEqualTo(143);
      }
    }
  }

  private static JsonNode findings(EngineProcess engine) throws IOException {
    return new ObjectMapper()
        .readTree(get(engine.page() + "/v1/domains"))
        .at("/domains/0/health/findings");
  }

  private static String get(String url) throws IOException {
    try (InputStream answer = URI.create(url).toURL().openStream()) {
      return new String(answer.readAllBytes(), UTF_8);
    }
  }

  @Test
  void aReadOnlyStateDirectoryIsRefusedAtOnce() throws Exception {
    disk.makeReadOnly();
    try (TestCluster cluster = TestCluster.start();
        Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrap()))) {
      MissingTopics.create(admin, RequiredTopics.of(SHARDS), 2, (short) 1);
      try (EngineProcess engine = engine(cluster)) {
        assertThat(engine.exit()).as(engine.errors()).isEqualTo(IO_FAULT);
        assertThat(engine.errors())
            .contains(disk.dir() + " cannot be written to: Read-only file system");
      }
    }
  }

  private EngineProcess engine(TestCluster cluster, String... flags) throws IOException {
    return EngineProcess.start(
        SHARDS.name(),
        cluster.bootstrap(),
        cluster.registryUrl(),
        disk.dir(),
        Map.of("ROTA_WORKERS", "0", "ROTA_CHECKPOINT_TURNS", "100"),
        List.of(flags));
  }

  private static int readiness(EngineProcess engine) {
    try {
      return ((HttpURLConnection) URI.create(engine.http() + "/readyz").toURL().openConnection())
          .getResponseCode();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static AuditReport audit(TestCluster cluster) throws InterruptedException {
    try (var audit = new DomainAudit(SHARDS, Map.of("bootstrap.servers", cluster.bootstrap()))) {
      return audit.run(1);
    }
  }

  private static void fill(TestCluster cluster) {
    AvroSerializer values = new AvroSerializer();
    values.configure(Map.of("schema.registry.url", cluster.registryUrl()), false);
    try (KafkaProducer<byte[], Object> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", cluster.bootstrap()), new ByteArraySerializer(), values)) {
      for (int i = 0; i < TRANSACTIONS; i++) {
        ShardTransaction transaction =
            ShardTransaction.newBuilder()
                .setPool("mainnet")
                .setShard("0xa" + i % 10)
                .setId("t" + i)
                .setPayload(ByteBuffer.wrap(new byte[PAYLOAD_BYTES]))
                .build();
        var _ =
            producer.send(
                new ProducerRecord<>("shard-transactions", "mainnet".getBytes(UTF_8), transaction));
      }
    }
  }
}
