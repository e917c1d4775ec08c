package dev.rota.end;

import static dev.rota.end.CoresCluster.CORES;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.app.Ran;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.lab.embedded.RecordingAuthorizer;
import dev.rota.lab.embedded.SecuredCluster;
import dev.rota.lab.embedded.SecuredCluster.Access;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import dev.rota.registry.AvroSerializer;
import dev.rota.road.stream.DomainStreams;
import dev.rota.road.stream.StreamsSettings;
import dev.rota.road.stream.StreamsSettings.ValueSerde;
import dev.rota.road.stream.hold.HoldTopic;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.rights.AccessRight;
import dev.rota.road.topics.rights.RightsTable;
import dev.rota.road.topics.rights.TopicRole;
import dev.rota.road.topics.rights.UngrantedRights;
import dev.rota.testing.Patience;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a follower may not ask, it says; under both protocols of an engine's group. */
class FollowerRightsIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String CHAIN = "polkadot";
  private static final String ENGINE = "engine";
  private static final String FOLLOWER = "follower";
  private static final String GROUP = "rota-cores";
  private static final String INPUT = CORES.wire().inputs().get(0).topic();
  private static final List<AccessRight> RIGHTS = RightsTable.of(TopicRole.FOLLOWER, CORES, "rota");

  @TempDir private Path dir;
  private SecuredCluster cluster;
  private String url;

  @BeforeEach
  void start() throws Exception {
    cluster = SecuredCluster.start(dir, Access.PASSWORD, ENGINE, FOLLOWER);
    MissingTopics.create(cluster.admin(), RequiredTopics.of(CORES), 1, (short) 1);
    MissingTopics.create(
        cluster.admin(), List.of(RequiredTopics.ofHolds(CORES.name())), 1, (short) 1);
    cluster.grant(printed(TopicRole.ENGINE, ENGINE));
    cluster.grant(printed(TopicRole.FOLLOWER, FOLLOWER));
  }

  @AfterEach
  void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"classic", "streams"})
  void whatAFollowerMayNotAskItSaysWithTheCommandThatGrantsIt(String protocol) throws Exception {
    try (FollowProcess follower =
        FollowProcess.start(
            dir,
            cluster.bootstrap(),
            "--port",
            "0",
            "--config",
            cluster.config(FOLLOWER).toString())) {
      url = follower.url();
      try (DomainStreams engine = engine(protocol)) {
        engine.awaitRunning(Patience.MAX);
        send(Map.of());
        await().until(() -> get("/v1/domains").at("/domains/0/turns").asLong() >= 40);
        await().until(() -> level().equals("WELL"));
        await().until(() -> partition().path("owner").asText().equals("MEMBER"));
        assertThatTheRightsSuffice();

        for (AccessRight right : RIGHTS) {
          if (isAsked(right, protocol)) {
            cluster.revoke(FOLLOWER, right);
            assertThatItIsMissed(right);
            cluster.grant(FOLLOWER, List.of(right));
            await().until(() -> level().equals("WELL"));
          }
        }
        assertThatHoldsWhichMayNotBeReadAreNotKnown();
      }
      await().until(() -> finding().path("cause").asText().equals("NO_ENGINE"));
      await().until(() -> finding().path("text").asText().contains(GROUP + " has no member"));
      assertThatWhatMayNotBeReadMayWait();
    }
    assertThatAnEngineMissesItsGroup(protocol);
  }

  /** Of the ledger and the outputs, the audit's thread says it. */
  private static boolean isAsked(AccessRight right, String protocol) {
    boolean input =
        CORES.wire().inputs().stream().map(InputTopic::topic).anyMatch(right.name()::equals);
    boolean rows = right.prefixed() && right.resource() == ResourceType.TOPIC;
    return right.resource() == ResourceType.GROUP || input || rows && protocol.equals("streams");
  }

  private void assertThatTheRightsSuffice() {
    for (String user : List.of(ENGINE, FOLLOWER)) {
      assertThat(RecordingAuthorizer.about(cluster.principal(user)))
          .isNotEmpty()
          .filteredOn(one -> !one.allowed())
          .isEmpty();
    }
  }

  /** Where nobody ever held anything, nobody needs to read it. */
  private void assertThatHoldsWhichMayNotBeReadAreNotKnown() throws Exception {
    AccessRight read = right(RequiredTopics.holds(CORES.name()));
    cluster.revoke(FOLLOWER, read);
    await()
        .until(
            () ->
                RecordingAuthorizer.about(cluster.principal(FOLLOWER)).stream()
                    .anyMatch(one -> !one.allowed() && one.name().equals(read.name())));
    String asOf = partition().path("asOf").asText();
    await().until(() -> !partition().path("asOf").asText().equals(asOf));
    await().until(() -> level().equals("WELL"));

    cluster.grant(FOLLOWER, List.of(describe(read)));
    new HoldTopic(cluster.client("admin"), CORES.name()).hold(List.of(0), GROUP);
    assertThatItIsMissed(read);
    cluster.grant(FOLLOWER, List.of(read));
    await().until(() -> finding().path("cause").asText().equals("HELD"));
    Ran released = Ran.rota("release", "cores", "--config", cluster.config("admin").toString());
    assertThat(released.code()).as(released.err()).isZero();
    await().until(() -> level().equals("WELL"));
  }

  private static AccessRight describe(AccessRight of) {
    return new AccessRight(
        of.about(), of.resource(), of.name(), false, of.name(), AclOperation.DESCRIBE, false);
  }

  /** Who may not read an aborted record at the end of an input may take it for one that waits. */
  private void assertThatWhatMayNotBeReadMayWait() throws Exception {
    AccessRight read = right(INPUT);
    cluster.grant(FOLLOWER, List.of(describe(read)));
    cluster.revoke(FOLLOWER, read);
    send(Map.of("transactional.id", "aborted"));
    await().until(() -> finding().path("text").asText().startsWith("up to 2 inputs wait"));
    cluster.grant(FOLLOWER, List.of(read));
    await().until(() -> finding().path("text").asText().contains("; no input waits: "));
  }

  /**
   * Each answer is of its own moment: a busy machine may show an engine that is late between two.
   */
  private void assertThatItIsMissed(AccessRight right) {
    String lacks = "User:follower lacks " + right;
    await().untilAsserted(() -> assertThatDomainsTell(right, lacks));
    await().untilAsserted(() -> assertThat(partition().path("detail").asText()).contains(lacks));
    await().untilAsserted(() -> assertThatItIsReadyAndTells(lacks));
    await()
        .untilAsserted(
            () ->
                assertThat(
                        CommandLine.run("top", "--once", "--url", url).out().replace("\n   ", " "))
                    .contains(
                        "?? cores partition 0: it is not known whether ", lacks, command(right)));
  }

  private void assertThatDomainsTell(AccessRight right, String lacks) throws Exception {
    JsonNode health = get("/v1/domains").at("/domains/0/health");
    JsonNode finding = health.at("/findings/0");
    assertThat(finding.path("text").asText())
        .contains(lacks)
        .contains("; an administrator grants it: " + command(right));
    assertThat(finding.path("cause").asText()).isEqualTo("NOT_ALLOWED");
    assertThat(health.path("level").asText()).isEqualTo("UNKNOWN");
  }

  private void assertThatItIsReadyAndTells(String lacks) throws Exception {
    HttpResponse<String> ready = answer("/readyz");
    assertThat(ready.statusCode()).isEqualTo(200);
    assertThat(ready.body()).contains(lacks);
  }

  private String command(AccessRight right) {
    return right.grant(cluster.bootstrap(), cluster.principal(FOLLOWER));
  }

  /** Whoever may describe a group and not join it is told so, whatever kind of group it is. */
  private void assertThatAnEngineMissesItsGroup(String protocol) throws Exception {
    AccessRight read =
        RightsTable.of(TopicRole.ENGINE, CORES, "rota").stream()
            .filter(one -> one.resource() == ResourceType.GROUP)
            .findAny()
            .orElseThrow();
    cluster.grant(
        ENGINE, RIGHTS.stream().filter(one -> one.resource() == ResourceType.GROUP).toList());
    cluster.revoke(ENGINE, read);
    assertThat(catchThrowableOfType(UngrantedRights.class, () -> engine(protocol).close()).what())
        .isEqualTo("User:engine lacks Read on group " + GROUP);
  }

  private static AccessRight right(String topic) {
    return RIGHTS.stream().filter(one -> one.name().equals(topic)).findAny().orElseThrow();
  }

  private List<String> printed(TopicRole role, String user) {
    Ran ran =
        Ran.rota(
            "topics",
            "acls",
            "--domains",
            CORES.name(),
            "--role",
            role.name(),
            "--principal",
            cluster.principal(user));
    assertThat(ran.code()).as(ran.err()).isZero();
    return ran.lines();
  }

  private DomainStreams engine(String protocol) {
    Map<String, Object> streams =
        protocol.equals("streams")
            ? Map.of("group.protocol", protocol)
            : Map.of("group.protocol", protocol, "consumer.session.timeout.ms", 3_000);
    return DomainStreams.start(
        CORES,
        new StreamsSettings(
            "rota",
            cluster.client(ENGINE),
            streams,
            ValueSerde.avro(Map.of("schema.registry.url", cluster.registryUrl())),
            dir.resolve("state"),
            1,
            Duration.ofMillis(100)));
  }

  /** Sends a history; in a transaction: one record, and aborts it. */
  private void send(Map<String, Object> more) throws Exception {
    Map<String, Object> admin = new HashMap<>(cluster.client("admin"));
    admin.putAll(more);
    AvroSerializer values = new AvroSerializer();
    values.configure(Map.of("schema.registry.url", cluster.registryUrl()), false);
    try (KafkaProducer<byte[], Object> producer =
        new KafkaProducer<>(admin, new ByteArraySerializer(), values)) {
      if (!more.isEmpty()) {
        producer.initTransactions();
        producer.beginTransaction();
        producer.send(new ProducerRecord<>(INPUT, CHAIN.getBytes(UTF_8), null)).get();
        producer.abortTransaction();
        return;
      }
      var history = DomainTraffic.of(CORES).start(CHAIN, 1);
      for (int i = 0; i < 40; i++) {
        Traffic.Event event = history.next();
        producer
            .send(
                new ProducerRecord<>(
                    event.topic(),
                    null,
                    1_700_000_000_000L + event.atMillis(),
                    CHAIN.getBytes(UTF_8),
                    event.record()))
            .get();
      }
    }
  }

  private String level() throws Exception {
    return get("/v1/domains").at("/domains/0/health/level").asText();
  }

  private JsonNode finding() throws Exception {
    return get("/v1/domains").at("/domains/0/health/findings/0");
  }

  private JsonNode partition() throws Exception {
    return get("/status").at("/domains/0/partitions/0/health");
  }

  private JsonNode get(String path) throws Exception {
    return JSON.readTree(answer(path).body());
  }

  private HttpResponse<String> answer(String path) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url + path)).timeout(Patience.MAX).build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
  }
}
