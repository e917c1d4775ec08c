package dev.rota.road.health;

import static dev.rota.alarms.wire.AlarmWire.SETTINGS;
import static dev.rota.testing.AlarmRecords.set;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import dev.rota.alarms.AlarmDomain;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.lab.embedded.TestCluster;
import dev.rota.registry.AvroSerializer;
import dev.rota.road.stream.DomainStreams;
import dev.rota.road.stream.StreamsSettings;
import dev.rota.road.stream.StreamsSettings.ValueSerde;
import dev.rota.road.stream.hold.HoldTopic;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.testing.LoggedLines;
import dev.rota.testing.Patience;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a real broker says of inputs that wait, and when that is trouble. */
class BacklogLookIT {
  private static final AlarmDomain ALARMS = new AlarmDomain();
  private static final Set<Integer> ALL = Set.of(0, 1);
  private static final String GROUP = "rota-alarms";
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir private Path state;
  private final AtomicLong millis = new AtomicLong();
  private final InputBacklog backlog = new InputBacklog(PATIENCE, millis::get);

  @Test
  void inputsThatWaitWhileNothingIsCommittedAreTroubleUntilTheyAreDecided() throws Exception {
    try (TestCluster cluster = TestCluster.start();
        Admin admin = Admin.create(kafka(cluster))) {
      MissingTopics.create(admin, RequiredTopics.of(ALARMS), 2, (short) 1);
      anIdleFollowerComplainsOfNothing(cluster);
      List<String> inputs = ALARMS.wire().inputs().stream().map(InputTopic::topic).toList();
      BacklogLook look = new BacklogLook(kafka(cluster), admin, GROUP, inputs, backlog);
      assertThat(afterPatience(look)).as("a new domain").isEmpty();

      send(cluster, Map.of(), 3);
      assertThat(afterPatience(look)).as("nobody has ever committed").contains("partition");

      try (DomainStreams streams = road(cluster)) {
        await().until(() -> afterPatience(look).isEmpty());
        assertThat(streams.stopped()).isNotDone();
      }
      assertThat(afterPatience(look)).as("idle").isEmpty();

      try (var client = producer(cluster, Map.of("transactional.id", "undecided"))) {
        client.initTransactions();
        client.beginTransaction();
        send(client, 5);
        client.flush();
        client.abortTransaction();
      }
      await().until(() -> isSettled(admin));
      // Aborted: nobody will ever see them.
      await().until(() -> afterPatience(look).isEmpty() && backlog.waiting().isEmpty());

      try (var client = producer(cluster, Map.of("transactional.id", "client"))) {
        client.initTransactions();
        client.beginTransaction();
        send(client, 5);
        client.flush();
        assertThat(afterPatience(look)).as("not committed by its client").isEmpty();
        client.commitTransaction();
      }
      // A commit is answered before the broker has marked its records.
      await().until(() -> isSettled(admin));
      answered(look);
      assertThat(backlog.trouble(ALL)).as("a moment").isEmpty();
      assertThat(afterPatience(look)).contains("inputs wait, and nothing was committed for 31 s");
      assertThat(backlog.waiting().values().stream().mapToLong(Long::longValue).sum())
          .as("five inputs; the markers of their transaction are none")
          .isEqualTo(5);

      try (DomainStreams streams = road(cluster)) {
        await().until(() -> afterPatience(look).isEmpty());
        assertThat(streams.stopped()).isNotDone();
      }
    }
  }

  /** Nobody has ever held anything: there is no topic of holds, and that is no fault. */
  private static void anIdleFollowerComplainsOfNothing(TestCluster cluster) {
    try (LoggedLines log = LoggedLines.of("org.apache.kafka.clients.admin");
        DomainHealth health =
            DomainHealth.start(
                ALARMS,
                kafka(cluster),
                "rota",
                new HoldTopic(kafka(cluster), ALARMS.name())::held,
                new IdleFollower(ALL))) {
      for (int looks = 0; looks < 3; looks++) {
        long last = health.of(0).asOfMillis();
        await().until(() -> health.of(0).asOfMillis() > last);
      }
      assertThat(log.texts(Level.WARN)).isEmpty();
    }
  }

  private static boolean isSettled(Admin admin) throws Exception {
    return ends(admin, IsolationLevel.READ_COMMITTED)
        .equals(ends(admin, IsolationLevel.READ_UNCOMMITTED));
  }

  private static List<Long> ends(Admin admin, IsolationLevel isolation) throws Exception {
    List<Long> ends = new ArrayList<>();
    int partitions =
        admin
            .describeTopics(List.of(SETTINGS))
            .allTopicNames()
            .get()
            .get(SETTINGS)
            .partitions()
            .size();
    for (int i = 0; i < partitions; i++) {
      TopicPartition one = new TopicPartition(SETTINGS, i);
      ends.add(
          admin
              .listOffsets(Map.of(one, OffsetSpec.latest()), new ListOffsetsOptions(isolation))
              .partitionResult(one)
              .get()
              .offset());
    }
    return ends;
  }

  /** Looks, lets a little more than the patience pass, and looks again; the trouble or "". */
  private String afterPatience(BacklogLook look) {
    answered(look);
    millis.addAndGet(PATIENCE.plusSeconds(1).toMillis());
    answered(look);
    return backlog.trouble(ALL).orElse("");
  }

  /** A busy broker answers a later look. */
  private static void answered(BacklogLook look) {
    await().ignoreExceptionsInstanceOf(TimeoutException.class).untilAsserted(() -> look.look(ALL));
  }

  private static void send(TestCluster cluster, Map<String, Object> more, int count)
      throws Exception {
    try (var producer = producer(cluster, more)) {
      send(producer, count);
    }
  }

  private static void send(KafkaProducer<byte[], Object> producer, int count) throws Exception {
    for (int i = 0; i < count; i++) {
      String lane = "site-" + i;
      producer
          .send(new ProducerRecord<>(SETTINGS, lane.getBytes(UTF_8), set(lane, "tea", 1L << 40)))
          .get();
    }
  }

  private static KafkaProducer<byte[], Object> producer(
      TestCluster cluster, Map<String, Object> more) {
    AvroSerializer values = new AvroSerializer();
    values.configure(Map.of("schema.registry.url", cluster.registryUrl()), false);
    Map<String, Object> configs = new HashMap<>(kafka(cluster));
    configs.putAll(more);
    return new KafkaProducer<>(configs, new ByteArraySerializer(), values);
  }

  private DomainStreams road(TestCluster cluster) throws Exception {
    DomainStreams streams =
        DomainStreams.start(
            ALARMS,
            new StreamsSettings(
                "rota",
                kafka(cluster),
                Map.of(),
                ValueSerde.avro(Map.of("schema.registry.url", cluster.registryUrl())),
                state,
                1,
                Duration.ofMillis(100)));
    streams.awaitRunning(Patience.MAX);
    return streams;
  }

  private static Map<String, Object> kafka(TestCluster cluster) {
    return Map.of("bootstrap.servers", cluster.bootstrap());
  }
}
