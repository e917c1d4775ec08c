package dev.rota.road.stream;

import static dev.rota.alarms.wire.AlarmWire.SETTINGS;
import static dev.rota.testing.AlarmRecords.set;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.alarms.AlarmDomain;
import dev.rota.lab.embedded.TestCluster;
import dev.rota.registry.AvroSerializer;
import dev.rota.road.stream.StreamsSettings.ValueSerde;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.testing.Patience;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** An owner that died while it sent rows to their changelog. */
@ExtendWith(Patience.class)
class AbandonedRowsIT {
  private static final AlarmDomain ALARMS = new AlarmDomain();
  private static final String CHANGELOG = "rota-alarms-alarms-rows-changelog";

  /** Far longer than the test waits. */
  private static final int TRANSACTION_MILLIS = 850_000;

  @TempDir private Path before;
  @TempDir private Path after;

  /** Kafka Streams restores up to the end of the changelog, open transactions included. */
  @Test
  void theNextOwnerRestoresItsRowsWithoutWaitingForTheTransactionToTimeOut() throws Exception {
    try (TestCluster cluster = TestCluster.start();
        Admin admin = Admin.create(kafka(cluster))) {
      MissingTopics.create(admin, RequiredTopics.of(ALARMS), 1, (short) 1);
      try (DomainStreams streams = start(cluster, before)) {
        send(cluster, "first");
        await().until(() -> end(admin, "alarms-ledger") > 0);
        assertThat(streams.stopped()).isNotDone();
      }
      long turns = end(admin, "alarms-ledger");
      try (var dead = transactional(cluster)) {
        dead.initTransactions();
        dead.beginTransaction();
        dead.send(new ProducerRecord<>(CHANGELOG, 0, new byte[] {1}, new byte[0])).get();
        try (DomainStreams streams = start(cluster, after)) {
          send(cluster, "second");
          await().until(() -> end(admin, "alarms-ledger") > turns);
          assertThat(streams.stopped()).isNotDone();
        }
      }
    }
  }

  private static DomainStreams start(TestCluster cluster, Path state) throws Exception {
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

  private static void send(TestCluster cluster, String lane) throws Exception {
    AvroSerializer values = new AvroSerializer();
    values.configure(Map.of("schema.registry.url", cluster.registryUrl()), false);
    try (var producer = new KafkaProducer<>(kafka(cluster), new ByteArraySerializer(), values)) {
      producer
          .send(new ProducerRecord<>(SETTINGS, lane.getBytes(UTF_8), set(lane, "tea", 1L << 40)))
          .get();
    }
  }

  private static KafkaProducer<byte[], byte[]> transactional(TestCluster cluster) {
    Map<String, Object> writing = new HashMap<>(kafka(cluster));
    writing.put("transactional.id", "rota-alarms-dead-1");
    writing.put("transaction.timeout.ms", TRANSACTION_MILLIS);
    return new KafkaProducer<>(writing, new ByteArraySerializer(), new ByteArraySerializer());
  }

  private static long end(Admin admin, String topic) throws Exception {
    TopicPartition only = new TopicPartition(topic, 0);
    return admin
        .listOffsets(Map.of(only, OffsetSpec.latest()))
        .partitionResult(only)
        .get()
        .offset();
  }

  private static Map<String, Object> kafka(TestCluster cluster) {
    return Map.of("bootstrap.servers", cluster.bootstrap());
  }
}
