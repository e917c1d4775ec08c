package dev.rota.road.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.lab.embedded.TestCluster;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.TopicSpec;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class PeekingReaderIT {
  private static final String TOPIC = "tape";
  private static final String OTHER = "other-tape";

  private static TestCluster cluster;

  @BeforeAll
  static void start() {
    cluster = TestCluster.start();
    try (Admin admin = Admin.create(kafka())) {
      MissingTopics.create(
          admin,
          List.of(new TopicSpec(TOPIC, false, Map.of()), new TopicSpec(OTHER, false, Map.of())),
          1,
          (short) 1);
    }
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void whatWasWrittenAfterTheEndIsThereOnceTheTapeGoesOn()
      throws ExecutionException, InterruptedException {
    write(TOPIC, 10);
    TopicPartition tape = new TopicPartition(TOPIC, 0);
    try (KafkaLogs logs = new KafkaLogs(kafka(), PeekingReaderIT::described);
        PeekingReader reader = new PeekingReader(logs.open(tape), tape, 100)) {
      write(TOPIC, 10); // a poll now brings more than the reader may show

      assertThat(rest(reader)).isEqualTo(10);
      assertThat(reader.peek()).isNull();

      reader.extendTo(15);
      assertThat(rest(reader)).isEqualTo(5);
      reader.extendTo(20);
      assertThat(rest(reader)).isEqualTo(5);
    }
  }

  @Test
  void itsPlacesAreThoseThatWereSoughtBeforeItWasRead()
      throws ExecutionException, InterruptedException {
    write(OTHER, 3);
    TopicPartition tape = new TopicPartition(OTHER, 0);
    try (KafkaLogs logs = new KafkaLogs(kafka(), PeekingReaderIT::described);
        TopicLogs.Log log = logs.open(tape)) {
      assertThat(log.position()).isEqualTo(log.begin()).isZero();
      assertThat(log.end()).isEqualTo(logs.end(tape));

      write(OTHER, 1); // what comes later is behind the end

      assertThat(log.committed()).isEqualTo(log.written()).isEqualTo(log.end() + 1);
      log.seek(log.end() - 1);
      assertThat(log.position()).isEqualTo(log.end() - 1);
      PeekingReader last =
          new PeekingReader(log, tape, 100, new OffsetRange(log.end() - 1, Long.MAX_VALUE));
      assertThat(last.take().offset()).isEqualTo(log.end() - 1);
      assertThat(last.take()).isNull();
    }
  }

  private static long rest(PeekingReader reader) {
    long count = 0;
    while (reader.take() != null) {
      count++;
    }
    return count;
  }

  private static void write(String topic, int count)
      throws ExecutionException, InterruptedException {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(kafka(), new ByteArraySerializer(), new ByteArraySerializer())) {
      for (int i = 0; i < count; i++) {
        producer.send(new ProducerRecord<>(topic, new byte[] {(byte) i})).get();
      }
    }
  }

  private static Map<String, TopicDescription> described(Admin admin) {
    try {
      return admin.describeTopics(List.of(TOPIC, OTHER)).allTopicNames().get();
    } catch (ExecutionException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Map<String, Object> kafka() {
    return Map.of("bootstrap.servers", cluster.bootstrap());
  }
}
