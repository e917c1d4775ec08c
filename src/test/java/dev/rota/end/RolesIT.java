package dev.rota.end;

import static org.apache.kafka.common.acl.AclOperation.CREATE;
import static org.apache.kafka.common.acl.AclOperation.DELETE;
import static org.apache.kafka.common.acl.AclOperation.DESCRIBE_CONFIGS;
import static org.apache.kafka.common.acl.AclOperation.READ;
import static org.apache.kafka.common.acl.AclOperation.WRITE;
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
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.stream.DomainStreams;
import dev.rota.road.stream.StreamsSettings;
import dev.rota.road.stream.StreamsSettings.ValueSerde;
import dev.rota.road.stream.hold.HoldTopic;
import dev.rota.road.stream.past.AbandonedTransactions;
import dev.rota.road.stream.past.LedgerEnds;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.rights.AccessRight;
import dev.rota.road.topics.rights.RightsTable;
import dev.rota.road.topics.rights.TopicRole;
import dev.rota.serving.builds.BuildFrontDoor;
import dev.rota.serving.builds.DoorAccess;
import dev.rota.serving.builds.SessionKey;
import dev.rota.serving.builds.StorageAccess;
import dev.rota.shards.ShardsDomain;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each role does its work with exactly the rights that {@code topics acls --role} prints. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RolesIT {
  private static final BotsDomain BOTS = new BotsDomain();
  private static final ShardsDomain SHARDS = new ShardsDomain();
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

  private static final String CANCELLED =
      "{\"grid\":\"builds\",\"event\":{\"Cancelled\":{\"operation\":\"none\"}}}";

  private static final String[] EDITED = {"dlq", "replay", "bots", "--edited", "-", "--yes"};

  private static final Pattern LETTER = Pattern.compile("0/\\d+");

  @TempDir private static Path dir;

  private static SecuredCluster cluster;

  /** The last dead letter. The marker of a transaction may be before it. */
  private static String letter;

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
    assertThat(all.errorsCollected()).isEmpty(); // nothing would be decided
    decide(2);
    good(all, TopicRole.BOT, HEARTBEATS, "produce");
    garble();
    garble();
    decide(5); // another page: the one before can be trimmed
    Ran leases = good(all, TopicRole.BOT, "", "consume", "bots-assignments", "bots-outcomes");
    all.assertThat(leases.out()).contains("\"bot\":\"b1\"");
    good(all, TopicRole.CONSUMER, "", "consume", "bots-assignments", "bots-outcomes");
    good(all, TopicRole.CONSUMER, "", "consume", "bots-dead-letters");
    good(all, TopicRole.FOLLOWER, "", "state", "bots", "--key", "builds");
    good(all, TopicRole.FOLLOWER, "", "why", "bots", "j1", "--key", "builds");
    good(all, TopicRole.FOLLOWER, "", "shadow", "bots");
    String key = dir.resolve("notary.key").toString();
    assertThat(Ran.rota("keys", "new", "acme.example/test", key).code()).isZero();
    good(all, TopicRole.NOTARY, "", signing());
    good(all, TopicRole.AUDITOR, "", "audit", "bots", "--keep");
    good(all, TopicRole.BACKUP, "", "backup", "bots", dir.resolve("backup").toString());
    build();
    awaitTransaction();
    hold();
    good(all, TopicRole.OPERATOR, "", "topics", "check", "--domains", "bots");
    good(all, TopicRole.OPERATOR, "", "release", "bots");
    Ran letters = good(all, TopicRole.OPERATOR, "", "dlq", "list", "bots");
    letter =
        letters.lines().stream()
            .map(LETTER::matcher)
            .filter(Matcher::lookingAt)
            .reduce((_, second) -> second)
            .orElseThrow()
            .group();
    good(all, TopicRole.OPERATOR, "", "dlq", "show", "bots", "0/0");
    good(all, TopicRole.OPERATOR, edited("0/0"), EDITED);
    Ran again = good(all, TopicRole.OPERATOR, "", "dlq", "replay", "bots", "--yes");
    all.assertThat(again.out()).contains("BAD_FRAMING 1; sent again before");
    good(all, TopicRole.OPERATOR, "", "topics", "check", "--domains", "bots");
    for (TopicRole role : TopicRole.values()) {
      suffices(all, role);
    }
    all.assertAll();
  }

  /** SecuredIT does the same with an engine, and FollowerRightsIT with what a follower watches. */
  @Order(2)
  @ParameterizedTest
  @EnumSource(value = TopicRole.class, mode = EnumSource.Mode.EXCLUDE, names = "ENGINE")
  void whatIsTakenAwayIsMissedAndTold(TopicRole role) throws Exception {
    SoftAssertions all = new SoftAssertions();
    TakenRights taken = new TakenRights(cluster, all);
    for (AccessRight right : RightsTable.of(role, BOTS, "rota")) {
      if (role == TopicRole.AUDITOR || right.operation() != CREATE) {
        miss(taken, role, right);
      }
    }
    if (role == TopicRole.OPERATOR) {
      missCreations(taken);
    }
    all.assertAll();
  }

  private static void miss(TakenRights taken, TopicRole role, AccessRight right) throws Exception {
    String user = user(role);
    boolean topic = right.resource() == ResourceType.TOPIC;
    switch (role) {
      case AUDITOR -> missAudit(taken, right);
      case FOLLOWER -> {
        if (topic && !right.optional() && !right.prefixed()) {
          taken.isMissed(user, right, "", "state", "bots", "--key", "builds");
        } else {
          taken.isSpared(user, right, "", "state", "bots", "--key", "builds");
        }
      }
      case NOTARY -> taken.isMissed(user, right, "", signing());
      case CONSUMER -> taken.isMissed(user, right, "", "consume", right.name());
      case REAPI -> {
        if (!right.optional()) {
          taken.isMissed(user, right, "", "reapi", "--cas", "grpc://127.0.0.1:1", "--port", "0");
        }
      }
      case BACKUP -> {
        String[] words = {"backup", "bots", dir.resolve("missed").toString()};
        if (right.sample().endsWith("-time")) {
          taken.isSpared(user, right, "", words); // brokers note that it was refused, no more
        } else {
          taken.isMissed(user, right, "", words);
        }
      }
      case OPERATOR -> missOperation(taken, right);
      default -> {
        if (right.operation() == READ) {
          taken.isMissed(user, right, "", "consume", right.name());
        } else if (right.optional()) {
          taken.isSpared(user, right, input(right.name()), "produce");
        } else {
          taken.isMissed(user, right, input(right.name()), "produce");
        }
      }
    }
  }

  /** Where the group may not be asked, the audit says what it could not compare. */
  private static void missAudit(TakenRights taken, AccessRight right) throws Exception {
    String user = user(TopicRole.AUDITOR);
    if (right.resource() == ResourceType.GROUP) {
      taken
          .all()
          .assertThat(taken.isSpared(user, right, "", "audit", "bots"))
          .contains("the offsets of the group rota-bots may not be read");
    } else if (right.resource() == ResourceType.TOPIC) {
      boolean keeps = right.operation() == CREATE || right.operation() == WRITE;
      if (keeps) {
        delete(right.name()); // else there is nothing to keep
      }
      taken.isMissed(user, right, "", "audit", "bots", "--keep");
      if (keeps) {
        good(taken.all(), TopicRole.AUDITOR, "", "audit", "bots", "--keep");
      }
    }
  }

  private static void missOperation(TakenRights taken, AccessRight right) throws Exception {
    String user = user(TopicRole.OPERATOR);
    boolean trims = right.operation() == DELETE || right.operation() == READ;
    // Without a look at an unfinished restore nobody knows of it.
    if (right.resource() == ResourceType.CLUSTER || right.sample().endsWith("-restore")) {
      taken.isSpared(user, right, "", "topics", "check", "--domains", "bots");
    } else if (right.sample().endsWith("-holds") && right.operation() != DESCRIBE_CONFIGS) {
      hold();
      taken.isMissed(user, right, "", "release", "bots");
    } else if (right.sample().endsWith("-replays") && right.operation() != DESCRIBE_CONFIGS
        || right.sample().equals("jobs") && right.operation() == WRITE) {
      taken.isMissed(user, right, edited(letter), EDITED);
    } else if (right.sample().endsWith("-dead-letters") && right.operation() == READ) {
      taken.isMissed(user, right, "", "dlq", "list", "bots");
    } else if (trims) {
      taken.isMissed(user, right, "", "ledger", "trim", "bots", "--yes");
    } else {
      taken.isMissed(user, right, "", "topics", "check", "--domains", "bots");
    }
  }

  private static String edited(String position) {
    return "{\"letter\":\"%s\",\"value\":%s}".formatted(position, CANCELLED);
  }

  /** Of a domain that is not there yet. */
  private static void missCreations(TakenRights taken) throws Exception {
    String user = user(TopicRole.OPERATOR);
    String[] words = {"topics", "create", "--domains", "shards", "--partitions", "1"};
    List<AccessRight> rights = RightsTable.of(TopicRole.OPERATOR, SHARDS, "rota");
    cluster.grant(user, rights);
    String[] config = config(user);
    assertThat(Ran.rota(with(words, config)).code()).isZero();
    for (AccessRight right : rights) {
      if (right.operation() == CREATE && !right.optional()) {
        delete(right.name());
        taken.isMissed(user, right, "", words);
      }
    }
  }

  /** Returns once nobody sees it. */
  private static void delete(String topic) throws Exception {
    cluster.admin().deleteTopics(Set.of(topic)).all().get();
    await().until(() -> !cluster.admin().listTopics().names().get().contains(topic));
  }

  private static String input(String topic) {
    return switch (topic) {
      case "jobs" -> JOBS;
      case "bot-heartbeats" -> HEARTBEATS;
      default ->
          """
          {"topic":"bots-policies","key":"builds","value":{"grid":"builds"}}
          """;
    };
  }

  private static String[] signing() {
    String key = dir.resolve("notary.key").toString();
    String log = dir.resolve("log").toString();
    return new String[] {"notary", "--key", key, "--dir", log, "--domains", "bots", "--once"};
  }

  @Order(3)
  @Test
  void anOperatorTrimsWithItsRightsAlone() throws Exception {
    RecordingAuthorizer.forget(); // what was taken away was refused
    SoftAssertions all = new SoftAssertions();
    good(all, TopicRole.OPERATOR, "", "ledger", "trim", "bots", "--yes");
    suffices(all, TopicRole.OPERATOR);
    all.assertAll();
  }

  /** Where the ledger is trimmed, a follower cannot do without the checkpoints. */
  @Order(4)
  @Test
  void whoMayNotReadTheCheckpointsOfATrimmedLedgerIsToldSo() throws Exception {
    String user = user(TopicRole.FOLLOWER);
    AccessRight read =
        RightsTable.of(TopicRole.FOLLOWER, BOTS, "rota").stream()
            .filter(one -> one.name().equals("bots-checkpoints"))
            .findAny()
            .orElseThrow();
    cluster.revoke(user, read);
    Ran ran = Ran.rota(with(new String[] {"state", "bots", "--key", "builds"}, config(user)));
    assertThat(ran.code()).as(ran.err()).isEqualTo(3);
    assertThat(ran.err()).contains("it lacks Read on it", "topics acls --role follower");
  }

  @Order(5)
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
    refused(all, TopicRole.OPERATOR, "Read", "bots-dead-letters", "", "dlq", "list", "bots");
    Ran reader =
        Ran.rota(
            Map.of("ROTA_HOME", "/nonexistent"),
            "",
            with(new String[] {"dlq", "replay", "bots", "--yes"}, config(user(TopicRole.AUDITOR))));
    all.assertThat(reader.code()).isEqualTo(77);
    all.assertThat(reader.err())
        .contains("Write on topic jobs", "on topic bots-replays")
        .contains("Write on transactional id bots-replays", "topics acls --role operator");
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

  /** What nobody can read becomes a dead letter. */
  private static void garble() throws Exception {
    Map<String, Object> sender = new HashMap<>(cluster.client(user(TopicRole.PRODUCER)));
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(sender, new ByteArraySerializer(), new ByteArraySerializer())) {
      producer.send(new ProducerRecord<>("jobs", 0, null, new byte[] {1})).get();
    }
  }

  private static void decide(int inputs) throws Exception {
    Map<String, Object> kafka = cluster.client(user(TopicRole.ENGINE));
    StreamsSettings settings =
        new StreamsSettings(
            "rota",
            kafka,
            Map.of(),
            ValueSerde.avro(Map.of("schema.registry.url", cluster.registryUrl())),
            dir.resolve("state"),
            1,
            Duration.ofMillis(100));
    try (DomainStreams streams = DomainStreams.start(BOTS, settings)) {
      await().failFast(() -> streams.stopped().isDone()).until(() -> decided() == inputs);
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
    try (BuildFrontDoor door =
        FrontDoorOpener.open(settings, DoorAccess.local(0, SessionKey.random()), nowhere)) {
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
      await().until(() -> ends("jobs") == 5 && ends("bot-heartbeats") == 2);
      channel.shutdownNow();
    }
  }

  /** To see the ends of what others write, and to end it, nobody has to be able to read it. */
  private static void awaitTransaction() {
    Map<String, Object> engine = cluster.client(user(TopicRole.ENGINE));
    Map<String, Object> writing = new HashMap<>(engine);
    writing.put("transactional.id", "rota-bots-former-1");
    writing.put("transaction.timeout.ms", 600_000);
    try (KafkaProducer<byte[], byte[]> former =
        new KafkaProducer<>(writing, new ByteArraySerializer(), new ByteArraySerializer())) {
      former.initTransactions();
      former.beginTransaction();
      var _ = former.send(new ProducerRecord<>("bots-outcomes", 0, new byte[0], new byte[1]));
      former.flush();
      LedgerEnds ends =
          new LedgerEnds(
              engine, "bots-ledger", List.of("bots-outcomes"), CheckpointChoice.BEGINNING);
      var end = CompletableFuture.supplyAsync(() -> ends.end(0), Thread::startVirtualThread);
      await().during(Duration.ofSeconds(1)).until(() -> !end.isDone());
      try (var abandoned =
          new AbandonedTransactions(engine, "rota-bots", List.of("bots-outcomes"))) {
        abandoned.end(Set.of(0));
      }
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
