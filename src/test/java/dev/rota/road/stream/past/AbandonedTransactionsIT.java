package dev.rota.road.stream.past;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.lab.embedded.TestCluster;
import dev.rota.testing.Patience;
import dev.rota.testing.Ports;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What dead owners left open ends at once, and nobody else's. */
class AbandonedTransactionsIT {
  private static final String LEDGER = "alarms-ledger";
  private static final String OUTCOMES = "alarms-outcomes";
  private static final String OTHERS = "meters-ledger";
  private static final String GROUP = "rota-alarms";
  private static final TopicPartition INPUT = new TopicPartition("alarms", 0);

  private final List<KafkaProducer<byte[], byte[]>> producers = new ArrayList<>();
  private TestCluster cluster;
  private Map<String, Object> kafka;
  private Admin admin;

  @BeforeEach
  void start() throws Exception {
    cluster = TestCluster.start();
    kafka = Map.of("bootstrap.servers", cluster.bootstrap());
    admin = Admin.create(kafka);
    List<NewTopic> topics =
        Stream.of(LEDGER, OUTCOMES, OTHERS, INPUT.topic())
            .map(topic -> new NewTopic(topic, 2, (short) 1))
            .toList();
    admin.createTopics(topics).all().get();
  }

  @AfterEach
  void stop() {
    producers.forEach(KafkaProducer::close);
    admin.close();
    cluster.close();
  }

  @Test
  void onlyThoseOfTheGroupThatWroteToThePartitionsEnd() throws Exception {
    var dead = begun("rota-alarms-1-1", LEDGER, 0);
    begun("rota-alarms-1-2", OUTCOMES, 0);
    begun("rota-alarms-2-1", LEDGER, 1);
    begun("rota-alarmist-1-1", OUTCOMES, 0);
    begun("rota-alarms-1-3", OTHERS, 0);

    end(0);

    assertThat(state("rota-alarms-1-1")).isNotEqualTo(open());
    assertThat(state("rota-alarms-1-2")).isNotEqualTo(open());
    assertThat(state("rota-alarms-2-1")).as("a partition of another's").isEqualTo(open());
    assertThat(state("rota-alarmist-1-1")).as("another group").isEqualTo(open());
    assertThat(state("rota-alarms-1-3")).as("a foreign topic").isEqualTo(open());
    assertThatThrownBy(dead::commitTransaction)
        .isInstanceOfAny(InvalidProducerEpochException.class, ProducerFencedException.class);
  }

  /** Brokers do not say how far a group has read while one of its transactions may change it. */
  @Test
  void theOffsetsThatADeadOwnerWasCommittingAreKnownAtOnce() {
    Map<String, Object> reading = new HashMap<>(kafka);
    reading.put("group.id", GROUP);
    reading.put("isolation.level", "read_committed");
    try (KafkaConsumer<byte[], byte[]> next =
        new KafkaConsumer<>(reading, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      var dead = begun("rota-alarms-1-1", LEDGER, 0);
      dead.sendOffsetsToTransaction(Map.of(INPUT, new OffsetAndMetadata(7)), next.groupMetadata());

      end(0);

      assertThat(next.committed(Set.of(INPUT), Patience.MAX)).containsEntry(INPUT, null);
    }
  }

  @Test
  void whereNoBrokerAnswersTheOwnerGoesOn() {
    Map<String, Object> nobody = Map.of("bootstrap.servers", "127.0.0.1:" + Ports.free());
    try (var abandoned = new AbandonedTransactions(nobody, GROUP, List.of(LEDGER))) {
      var ended =
          CompletableFuture.runAsync(() -> abandoned.end(Set.of(0)), Thread::startVirtualThread);
      assertThat(ended).succeedsWithin(Patience.MAX);
    }
  }

  private void end(int partition) {
    try (var abandoned = new AbandonedTransactions(kafka, GROUP, List.of(LEDGER, OUTCOMES))) {
      abandoned.end(Set.of(partition));
    }
  }

  private static TransactionState open() {
    return TransactionState.ONGOING;
  }

  private TransactionState state(String id) throws Exception {
    return admin.describeTransactions(List.of(id)).description(id).get().state();
  }

  /** A transaction with one record, which would time out long after this test. */
  private KafkaProducer<byte[], byte[]> begun(String id, String topic, int partition) {
    Map<String, Object> writing = new HashMap<>(kafka);
    writing.put("transactional.id", id);
    writing.put("transaction.timeout.ms", 600_000);
    var producer =
        new KafkaProducer<>(writing, new ByteArraySerializer(), new ByteArraySerializer());
    producers.add(producer);
    producer.initTransactions();
    producer.beginTransaction();
    var _ = producer.send(new ProducerRecord<>(topic, partition, new byte[0], new byte[1]));
    producer.flush();
    return producer;
  }
}
