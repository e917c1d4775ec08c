package dev.rota.road.stream;

import static dev.rota.alarms.wire.AlarmWire.SETTINGS;
import static dev.rota.testing.AlarmRecords.set;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.rota.alarms.AlarmDomain;
import dev.rota.kernel.ledger.PageWire;
import dev.rota.lab.embedded.TestCluster;
import dev.rota.readers.audit.DomainAudit;
import dev.rota.registry.AvroSerializer;
import dev.rota.road.partitions.PartitionReader;
import dev.rota.road.stream.StreamsSettings.ValueSerde;
import dev.rota.road.stream.past.ClaimTopic;
import dev.rota.road.stream.past.LedgerTakeover;
import dev.rota.road.stream.past.OwnerClaim;
import dev.rota.road.topics.LedgerFrame;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.UnfitCluster;
import dev.rota.road.topics.WireFormat;
import dev.rota.testing.Book;
import dev.rota.testing.Patience;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One application decides a ledger, whoever else starts on it, and when. */
class LedgerOwnerIT {
  private static final AlarmDomain ALARMS = new AlarmDomain();
  private static final String DOMAIN = "alarms";
  private static final String LANE = "home";

  @TempDir private Path state;
  private TestCluster cluster;
  private Admin admin;
  private ClaimTopic claims;

  @BeforeEach
  void start() {
    cluster = TestCluster.start();
    admin = Admin.create(kafka());
    MissingTopics.create(admin, RequiredTopics.of(ALARMS), 2, (short) 1);
    claims = new ClaimTopic(kafka(), DOMAIN);
  }

  @AfterEach
  void stop() {
    admin.close();
    cluster.close();
  }

  @Test
  void ofTwoThatStartOnAnEmptyLedgerAtOnceOneEndsBeforeItDecides() throws Exception {
    var blue =
        CompletableFuture.supplyAsync(() -> begin("blue", "one"), Thread::startVirtualThread);
    var green =
        CompletableFuture.supplyAsync(() -> begin("green", "two"), Thread::startVirtualThread);
    await().until(() -> blue.isDone() && green.isDone());
    boolean isBlue = !blue.isCompletedExceptionally();
    String winner = isBlue ? "blue" : "green";
    assertThatThrownBy((isBlue ? green : blue)::join)
        .isInstanceOf(CompletionException.class)
        .cause()
        .isInstanceOf(UnfitCluster.class)
        .hasMessageContaining("belongs to the application.id " + winner)
        .hasMessageContaining("rota ledger take alarms --from " + winner);
    assertThat(claims.standing().group()).isEqualTo(winner + "-alarms");

    try (DomainStreams streams = (isBlue ? blue : green).join()) {
      streams.awaitRunning(Patience.MAX);
      decide("tea");
      try (DomainStreams another = begin(winner, "three")) {
        await("another instance").until(() -> !another.owned().isEmpty());
        decide("egg");
      }
    }
    try (DomainStreams again = begin(winner, "one")) {
      again.awaitRunning(Patience.MAX);
      decide("rice");
    }
    assertProved();
  }

  @Test
  void aLedgerIsHandedOverOnceNobodyDecidesIt() throws Exception {
    try (DomainStreams blue = begin("blue", "one")) {
      blue.awaitRunning(Patience.MAX);
      decide("tea");
      assertThatThrownBy(() -> begin("green", "two")).isInstanceOf(UnfitCluster.class);
      assertThatThrownBy(takeover("blue", "green")::take)
          .isInstanceOf(UnfitCluster.class)
          .hasMessageContaining("blue-alarms has members");
    }
    assertThatThrownBy(takeover("red", "green")::take)
        .isInstanceOf(UnfitCluster.class)
        .hasMessageContaining("belongs to the group blue-alarms, not to red-alarms");

    OwnerClaim taken = takeover("blue", "green").take();

    assertThat(taken.epoch()).isEqualTo(2);
    assertThat(takeover("blue", "green").take()).as("once more").isEqualTo(taken);
    assertThatThrownBy(() -> begin("blue", "one"))
        .isInstanceOf(UnfitCluster.class)
        .hasMessageContaining("belongs to the application.id green");
    try (DomainStreams green = begin("green", "two")) {
      green.awaitRunning(Patience.MAX);
      decide("egg");
    }
    assertProved();
  }

  /** As on a cluster that was copied, and on one of 0.2, whose engines claimed nothing. */
  @Test
  void theClaimIsOfOneClusterAndIsMadeByWhoHasReadTheInputs() throws Exception {
    try (DomainStreams blue = begin("blue", "one")) {
      blue.awaitRunning(Patience.MAX);
      decide("tea");
    }
    admin.deleteTopics(List.of(RequiredTopics.owners(DOMAIN))).all().get();
    await().until(() -> !admin.listTopics().names().get().contains(RequiredTopics.owners(DOMAIN)));
    assertThat(claims.standing()).isNull();
    assertThatThrownBy(() -> begin("green", "two"))
        .isInstanceOf(UnfitCluster.class)
        .hasMessageContaining("they were made by blue-alarms");
    begin("blue", "one").close();
    String here = claims.standing().cluster();
    assertThat(claims.standing()).isEqualTo(new OwnerClaim("blue-alarms", here, 1));

    assertThat(claims.claim(new OwnerClaim("blue-alarms", "elsewhere", 2)).epoch()).isEqualTo(2);
    assertThat(claims.claim(new OwnerClaim("green-alarms", here, 2)).group())
        .isEqualTo("blue-alarms");
    assertThat(claims.claim(new OwnerClaim("green-alarms", here, 9)).epoch()).isEqualTo(2);
    assertThatThrownBy(() -> begin("blue", "one"))
        .isInstanceOf(UnfitCluster.class)
        .hasMessageContaining("on the cluster elsewhere and not on " + here);
    assertThat(takeover("blue", "blue").take()).isEqualTo(new OwnerClaim("blue-alarms", here, 3));
    begin("blue", "one").close();
  }

  /** As of an engine that looks at no claim. */
  @Test
  void aPageOfAnotherApplicationEndsTheEngine() throws Exception {
    try (DomainStreams blue = begin("blue", "one")) {
      blue.awaitRunning(Patience.MAX);
      decide("tea");
      decide("egg");
      await("the watch has seen a page")
          .untilAsserted(
              () -> {
                ConsumerRecord<byte[], byte[]> last = last();
                try (var producer =
                    new KafkaProducer<>(
                        kafka(), new ByteArraySerializer(), new ByteArraySerializer())) {
                  producer
                      .send(
                          new ProducerRecord<>(
                              last.topic(),
                              last.partition(),
                              last.timestamp(),
                              last.key(),
                              last.value(),
                              last.headers()))
                      .get();
                }
                assertThatThrownBy(() -> blue.stopped().get(1, TimeUnit.SECONDS))
                    .hasRootCauseInstanceOf(UnfitCluster.class)
                    .hasMessageContaining("twice");
              });
    }
  }

  /** As one of 0.2 does, which knows of no claims: it has a state of its own. */
  @Test
  void whoDecidesWithoutAClaimEndsTheOwnerAndTheAuditTells() throws Exception {
    Book other = new Book(ALARMS);
    try (DomainStreams blue = begin("blue", "one")) {
      blue.awaitRunning(Patience.MAX);
      decide("tea");
      ConsumerRecord<byte[], byte[]> first = last();
      await("the owner ends")
          .untilAsserted(
              () -> {
                String id = "egg" + other.turns().size();
                other.take(SETTINGS, LANE, first.timestamp(), set(LANE, id, 600_000));
                write(first, other.pages(1).get(other.turns().size() - 1));
                send(id);
                assertThatThrownBy(() -> blue.stopped().get(1, TimeUnit.SECONDS))
                    .hasRootCauseInstanceOf(UnfitCluster.class)
                    .hasMessageContaining("twice");
              });
    }
    try (var audit = new DomainAudit(ALARMS, kafka())) {
      var report = audit.run(1);
      assertThat(report.proved()).isFalse();
      assertThat(report.findings()).isNotEmpty();
    }
  }

  /** Writes a page as its engine would, where this one was written. */
  private void write(ConsumerRecord<byte[], byte[]> there, byte[] page) throws Exception {
    int prefix = there.value().length - WireFormat.payload(there).length;
    ByteBuffer framed = ByteBuffer.allocate(prefix + page.length);
    framed.put(there.value(), 0, prefix).put(page);
    LedgerFrame frame = LedgerFrame.of(new PageWire().decode(page));
    try (var producer =
        new KafkaProducer<>(kafka(), new ByteArraySerializer(), new ByteArraySerializer())) {
      producer
          .send(
              new ProducerRecord<>(
                  there.topic(),
                  there.partition(),
                  frame.millis(),
                  frame.key(),
                  framed.array(),
                  frame.headers()))
          .get();
    }
  }

  /** As after a restore from a backup, or a reset. */
  @Test
  void aGroupThatIsOlderThanTheLedgerDecidesNothing() throws Exception {
    try (DomainStreams blue = begin("blue", "one")) {
      blue.awaitRunning(Patience.MAX);
      decide("tea");
      decide("egg");
    }
    TopicPartition input = new TopicPartition(SETTINGS, last().partition());
    setOffset(input, 1);
    assertThatThrownBy(() -> begin("blue", "one"))
        .isInstanceOf(UnfitCluster.class)
        .hasMessageContaining("the group blue-alarms has read " + input + " up to offset 1")
        .hasMessageContaining("would decide inputs twice")
        .hasMessageContaining("--topic " + SETTINGS + ":" + input.partition())
        .hasMessageContaining("--to-offset 2 ");

    setOffset(input, 2);
    try (DomainStreams blue = begin("blue", "one")) {
      blue.awaitRunning(Patience.MAX);
      decide("rice");
    }
    assertProved();
  }

  private void setOffset(TopicPartition input, long offset) {
    await("nobody is in the group any more")
        .untilAsserted(
            () ->
                assertThatCode(
                        () ->
                            admin
                                .alterConsumerGroupOffsets(
                                    "blue-alarms", Map.of(input, new OffsetAndMetadata(offset)))
                                .all()
                                .get())
                    .doesNotThrowAnyException());
  }

  @Test
  void aClaimThatIsTakenOverEndsAnEngineThatRuns() throws Exception {
    try (DomainStreams blue = begin("blue", "one")) {
      blue.awaitRunning(Patience.MAX);
      OwnerClaim is = claims.standing();
      assertThat(claims.claim(new OwnerClaim("green-alarms", is.cluster(), 2)).epoch())
          .isEqualTo(2);

      assertThatThrownBy(() -> blue.stopped().get(Patience.MAX.toMillis(), TimeUnit.MILLISECONDS))
          .hasRootCauseInstanceOf(UnfitCluster.class)
          .hasMessageContaining("belongs to the application.id green");
    }
  }

  private LedgerTakeover takeover(String from, String to) {
    return new LedgerTakeover(admin, ALARMS, kafka(), from + "-" + DOMAIN, to + "-" + DOMAIN);
  }

  /** An alarm is set, and the ledger has a page more. */
  private void decide(String id) throws Exception {
    int before = records().size();
    send(id);
    await().until(() -> records().size() > before);
  }

  private void send(String id) throws Exception {
    AvroSerializer values = new AvroSerializer();
    values.configure(Map.of("schema.registry.url", cluster.registryUrl()), false);
    try (var producer = new KafkaProducer<>(kafka(), new ByteArraySerializer(), values)) {
      producer
          .send(new ProducerRecord<>(SETTINGS, LANE.getBytes(UTF_8), set(LANE, id, 600_000)))
          .get();
    }
  }

  private ConsumerRecord<byte[], byte[]> last() {
    List<ConsumerRecord<byte[], byte[]>> all = records();
    return all.get(all.size() - 1);
  }

  /** The pages of the ledger; those of one lane are on one partition. */
  private List<ConsumerRecord<byte[], byte[]>> records() {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    try (PartitionReader<byte[]> reader = PartitionReader.ofBytes(kafka())) {
      reader.assign(PartitionReader.partitions(RequiredTopics.ledger(DOMAIN), 2));
      while (!reader.isAtEnds()) {
        reader.poll(Duration.ofMillis(100)).forEach(records::add);
      }
    }
    return records;
  }

  private DomainStreams begin(String application, String name) {
    return DomainStreams.start(
        ALARMS,
        new StreamsSettings(
            application,
            kafka(),
            new HashMap<>(),
            ValueSerde.avro(Map.of("schema.registry.url", cluster.registryUrl())),
            state.resolve(name),
            1,
            Duration.ofMillis(100)));
  }

  private void assertProved() throws Exception {
    try (var audit = new DomainAudit(ALARMS, kafka())) {
      var report = audit.run(1);
      assertThat(report.findings()).isEmpty();
      assertThat(report.proved()).isTrue();
    }
  }

  private Map<String, Object> kafka() {
    return Map.of("bootstrap.servers", cluster.bootstrap());
  }
}
