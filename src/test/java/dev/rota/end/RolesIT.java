package dev.rota.end;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.rota.app.Ran;
import dev.rota.app.builds.FrontDoorOpener;
import dev.rota.base.blobs.BuildChannel;
import dev.rota.base.blobs.BuildChannel.ChannelSecurity;
import dev.rota.base.settings.Settings;
import dev.rota.base.settings.SettingsSources;
import dev.rota.bots.BotsDomain;
import dev.rota.lab.embedded.RecordingAuthorizer;
import dev.rota.lab.embedded.RecordingAuthorizer.Decision;
import dev.rota.lab.embedded.SecuredCluster;
import dev.rota.lab.embedded.SecuredCluster.Access;
import dev.rota.protocols.health.HealthCheckRequest;
import dev.rota.protocols.health.HealthCheckResponse.ServingStatus;
import dev.rota.protocols.health.HealthGrpc;
import dev.rota.protocols.longrunning.CancelOperationRequest;
import dev.rota.protocols.longrunning.OperationsGrpc;
import dev.rota.protocols.remoteworkers.BotSession;
import dev.rota.protocols.remoteworkers.BotsGrpc;
import dev.rota.protocols.remoteworkers.CreateBotSessionRequest;
import dev.rota.registry.AvroDeserializer;
import dev.rota.registry.AvroSerializer;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.stream.DomainStreams;
import dev.rota.road.stream.StreamsSettings;
import dev.rota.road.stream.hold.HoldTopic;
import dev.rota.road.stream.past.LedgerEnds;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.rights.RightsTable;
import dev.rota.road.topics.rights.TopicRole;
import dev.rota.serving.builds.BuildFrontDoor;
import dev.rota.serving.builds.StorageAccess;
import dev.rota.serving.serve.ServerAccess;
import dev.rota.testing.Patience;
import io.grpc.ManagedChannel;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** Each role does its work with exactly the rights that {@code topics acls --role} prints. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RolesIT {
  private static final BotsDomain BOTS = new BotsDomain();
  private static final String STRANGER = "stranger";
  private static final String JOBS =
      """
      {"topic":"jobs","key":"builds","value":{"grid":"builds","event":{"Submitted":{"job":"j1","instance":"main"}}}}
      {"topic":"jobs","key":"builds","value":{"grid":"builds","event":{"Submitted":{"job":"j2","instance":"main"}}}}
      """;
  private static final String HEARTBEATS =
      """
      {"topic":"bot-heartbeats","key":"builds","value":{"grid":"builds","bot":"b1"}}
      """;

  @TempDir private static Path dir;

  private static SecuredCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    String[] users =
        Stream.concat(Arrays.stream(TopicRole.values()).map(RolesIT::user), Stream.of(STRANGER))
            .toArray(String[]::new);
    cluster = SecuredCluster.start(dir, Access.PASSWORD, users);
    for (TopicRole role : TopicRole.values()) {
      cluster.grant(user(role), RightsTable.of(role, BOTS, "rota"));
    }
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  private static String user(TopicRole role) {
    return role.name().toLowerCase(Locale.ROOT);
  }

  @Order(1)
  @Test
  void eachRoleDoesItsWorkWithItsRightsAlone() throws Exception {
    SoftAssertions all = new SoftAssertions();
    good(all, TopicRole.OPERATOR, "", "topics", "create", "--domains", "bots", "--partitions", "1");
    good(all, TopicRole.PRODUCER, JOBS, "produce");
    good(all, TopicRole.BOT, HEARTBEATS, "produce");
    assertThat(all.errorsCollected()).isEmpty(); // nothing would be decided
    decide();
    Ran leases = good(all, TopicRole.BOT, "", "consume", "bots-assignments", "bots-outcomes");
    all.assertThat(leases.out()).contains("\"bot\":\"b1\"");
    good(all, TopicRole.CONSUMER, "", "consume", "bots-assignments", "bots-outcomes");
    good(all, TopicRole.CONSUMER, "", "consume", "bots-dead-letters");
    good(all, TopicRole.FOLLOWER, "", "state", "bots", "--key", "builds");
    good(all, TopicRole.FOLLOWER, "", "why", "bots", "j1", "--key", "builds");
    good(all, TopicRole.FOLLOWER, "", "shadow", "bots");
    String key = dir.resolve("notary.key").toString();
    assertThat(Ran.rota("keys", "new", "acme.example/test", key).code()).isZero();
    String[] sign = {"notary", "--key", key, "--dir", dir.resolve("log").toString()};
    good(all, TopicRole.NOTARY, "", with(sign, "--domains", "bots", "--once"));
    good(all, TopicRole.AUDITOR, "", "audit", "bots", "--keep");
    good(all, TopicRole.BACKUP, "", "backup", "bots", dir.resolve("backup").toString());
    build();
    awaitTransaction();
    hold();
    good(all, TopicRole.OPERATOR, "", "topics", "check", "--domains", "bots");
    good(all, TopicRole.OPERATOR, "", "release", "bots");
    good(all, TopicRole.OPERATOR, "", "ledger", "trim", "bots", "--yes");
    for (TopicRole role : TopicRole.values()) {
      suffices(all, role);
    }
    all.assertAll();
  }

  @Order(2)
  @Test
  void whoLacksARightIsToldWhichOfItsRole() throws Exception {
    for (var topic : RequiredTopics.of(BOTS)) {
      MissingTopics.create(cluster.admin(), List.of(topic), 1, (short) 1);
    }
    SoftAssertions all = new SoftAssertions();
    refused(all, TopicRole.CONSUMER, "Read", "bots-outcomes", "", "consume", "bots-outcomes");
    refused(all, TopicRole.PRODUCER, "Write", "jobs", JOBS, "produce");
    refused(all, TopicRole.AUDITOR, "Read", "bots-ledger", "", "audit", "bots");
    String copies = dir.resolve("refused").toString();
    refused(all, TopicRole.BACKUP, "Read", "bots-ledger", "", "backup", "bots", copies);
    refused(all, TopicRole.FOLLOWER, "Read", "bots-ledger", "", "state", "bots", "--key", "builds");
    refused(
        all, TopicRole.OPERATOR, "Create", "claims", "", "topics", "create", "--domains", "cores");
    refused(all, TopicRole.ENGINE, "Read", "bots-ledger", "", "run", "--domains", "bots");
    all.assertAll();
  }

  private static void refused(
      SoftAssertions all,
      TopicRole role,
      String operation,
      String topic,
      String in,
      String... words)
      throws IOException {
    Ran ran = Ran.rota(Map.of("ROTA_HOME", "/nonexistent"), in, with(words, config(STRANGER)));
    all.assertThat(ran.code()).as(String.join(" ", words)).isEqualTo(77);
    all.assertThat(ran.err())
        .as(String.join(" ", words))
        .contains(
            "User:stranger lacks ",
            operation,
            " on topic " + topic,
            "--allow-principal 'User:stranger' --operation ",
            "rota topics acls --role " + user(role) + " --principal 'User:stranger'");
  }

  private static void suffices(SoftAssertions all, TopicRole role) {
    Set<Decision> decisions = RecordingAuthorizer.about(cluster.principal(user(role)));
    all.assertThat(decisions).as("refused to " + role).filteredOn(one -> !one.allowed()).isEmpty();
  }

  private static Ran good(SoftAssertions all, TopicRole role, String in, String... words)
      throws IOException {
    Ran ran = Ran.rota(Map.of("ROTA_HOME", "/nonexistent"), in, with(words, config(user(role))));
    all.assertThat(ran.code()).as(role + ": " + String.join(" ", words) + ran.err()).isZero();
    return ran;
  }

  private static String[] with(String[] words, String... more) {
    return Stream.concat(Arrays.stream(words), Arrays.stream(more)).toArray(String[]::new);
  }

  private static String[] config(String user) throws IOException {
    return new String[] {"--config", cluster.config(user).toString()};
  }

  private static void decide() throws Exception {
    Map<String, Object> kafka = cluster.client(user(TopicRole.ENGINE));
    StreamsSettings settings =
        new StreamsSettings(
            "rota",
            kafka,
            Map.of(),
            Map.of("schema.registry.url", cluster.registryUrl()),
            AvroSerializer.class.getName(),
            AvroDeserializer.class.getName(),
            dir.resolve("state"),
            1,
            Duration.ofMillis(100));
    try (DomainStreams streams = DomainStreams.start(BOTS, settings)) {
      await().failFast(() -> streams.stopped().isDone()).until(() -> decided() == 3);
    }
  }

  /** Ticks have offsets, too: of the inputs alone. */
  private static long decided() throws Exception {
    Map<TopicPartition, OffsetAndMetadata> taken =
        cluster.admin().listConsumerGroupOffsets("rota-bots").partitionsToOffsetAndMetadata().get();
    return BOTS.wire().inputs().stream()
        .map(input -> taken.get(new TopicPartition(input.topic(), 0)))
        .filter(at -> at != null)
        .mapToLong(OffsetAndMetadata::offset)
        .sum();
  }

  /** What it says is in Kafka, whether or not an engine takes it. */
  private static void build() throws Exception {
    Settings settings = new SettingsSources().file(cluster.config(user(TopicRole.REAPI))).load();
    StorageAccess nowhere = StorageAccess.of(URI.create("grpc://127.0.0.1:1"));
    try (BuildFrontDoor door = FrontDoorOpener.open(settings, ServerAccess.local(0), nowhere)) {
      ManagedChannel channel =
          BuildChannel.open(URI.create("grpc://127.0.0.1:" + door.port()), ChannelSecurity.NONE);
      await()
          .until(
              () ->
                  HealthGrpc.newBlockingStub(channel)
                          .check(HealthCheckRequest.getDefaultInstance())
                          .getStatus()
                      == ServingStatus.SERVING);
      assertThatThrownBy(
              () ->
                  OperationsGrpc.newBlockingStub(channel)
                      .withDeadlineAfter(2, TimeUnit.SECONDS)
                      .cancelOperation(
                          CancelOperationRequest.newBuilder().setName("main/j1").build()))
          .hasMessageContaining("DEADLINE");
      assertThatThrownBy(
              () ->
                  BotsGrpc.newBlockingStub(channel)
                      .withDeadlineAfter(2, TimeUnit.SECONDS)
                      .createBotSession(
                          CreateBotSessionRequest.newBuilder()
                              .setParent("main")
                              .setBotSession(BotSession.newBuilder().setBotId("b2"))
                              .build()))
          .hasMessageContaining("DEADLINE");
      await().until(() -> ends("jobs") == 3 && ends("bot-heartbeats") == 2);
      channel.shutdownNow();
    }
  }

  /** To see the ends of what others write, nobody has to be able to read it. */
  private static void awaitTransaction() {
    Map<String, Object> engine = cluster.client(user(TopicRole.ENGINE));
    Map<String, Object> writing = new HashMap<>(engine);
    writing.put("transactional.id", "rota-bots-former-1");
    try (KafkaProducer<byte[], byte[]> former =
        new KafkaProducer<>(writing, new ByteArraySerializer(), new ByteArraySerializer())) {
      former.initTransactions();
      former.beginTransaction();
      var unused = former.send(new ProducerRecord<>("bots-outcomes", 0, new byte[0], new byte[1]));
      former.flush();
      LedgerEnds ends =
          new LedgerEnds(
              engine, "bots-ledger", List.of("bots-outcomes"), CheckpointChoice.BEGINNING);
      var end = CompletableFuture.supplyAsync(() -> ends.end(0));
      await().during(Duration.ofSeconds(1)).until(() -> !end.isDone());
      former.abortTransaction();
      assertThat(end).succeedsWithin(Patience.MAX);
    }
  }

  private static long ends(String topic) throws Exception {
    TopicPartition one = new TopicPartition(topic, 0);
    return cluster
        .admin()
        .listOffsets(Map.of(one, OffsetSpec.latest()))
        .partitionResult(one)
        .get()
        .offset();
  }

  /** As a held start does. */
  private static void hold() {
    Map<String, Object> kafka = new HashMap<>(cluster.client(user(TopicRole.ENGINE)));
    try (Admin admin = Admin.create(kafka)) {
      MissingTopics.create(admin, List.of(RequiredTopics.ofHolds("bots")), 1, (short) 1);
    }
    new HoldTopic(kafka, "bots").hold(List.of(0), "rota-bots");
  }
}
