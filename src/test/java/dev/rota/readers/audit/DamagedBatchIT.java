package dev.rota.readers.audit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.lab.embedded.LocalBroker;
import dev.rota.road.logs.KafkaLogs;
import dev.rota.road.logs.PeekingReader;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.TopicSpec;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A byte of a broker's log that has changed on the disk. */
final class DamagedBatchIT {
  private static final String TOPIC = "tape";
  private static final int BATCHES = 3;
  private static final int BATCH = 10;

  @TempDir private Path dir;

  @Test
  void aDamagedBatchIsPassedAndItsOffsetsAreKnown() throws Exception {
    try (LocalBroker broker = LocalBroker.start(dir, 0, Map.of())) {
      Map<String, Object> kafka = Map.of("bootstrap.servers", broker.bootstrap());
      try (Admin admin = Admin.create(kafka)) {
        MissingTopics.create(admin, List.of(new TopicSpec(TOPIC, false, Map.of())), 1, (short) 1);
      }
      write(kafka);
      damage("record-1-5");

      TopicPartition tape = new TopicPartition(TOPIC, 0);
      try (KafkaLogs logs = new KafkaLogs(kafka, DamagedBatchIT::described);
          PeekingReader reader = new PeekingReader(logs.open(tape), tape, 100)) {
        for (int offset = 0; offset < BATCH; offset++) {
          assertThat(reader.take().offset()).isEqualTo(offset);
        }
        for (int offset = 2 * BATCH; offset < BATCHES * BATCH; offset++) {
          assertThat(reader.take().offset()).isEqualTo(offset);
        }
        assertThat(reader.take()).isNull();
        assertThat(reader.damages())
            .singleElement()
            .satisfies(
                damage -> {
                  assertThat(damage.from()).isEqualTo(BATCH);
                  assertThat(damage.to()).isEqualTo(2 * BATCH);
                });
      }
    }
  }

  private static Map<String, TopicDescription> described(Admin admin) {
    try {
      return admin.describeTopics(List.of(TOPIC)).allTopicNames().get();
    } catch (ExecutionException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Each flush is a batch. */
  private static void write(Map<String, Object> kafka) {
    Map<String, Object> configs =
        Map.of("bootstrap.servers", kafka.get("bootstrap.servers"), "linger.ms", 60_000);
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(configs, new ByteArraySerializer(), new ByteArraySerializer())) {
      for (int batch = 0; batch < BATCHES; batch++) {
        for (int i = 0; i < BATCH; i++) {
          byte[] value = ("record-" + batch + "-" + i).getBytes(UTF_8);
          var _ = producer.send(new ProducerRecord<>(TOPIC, 0, null, value));
        }
        producer.flush();
      }
    }
  }

  private void damage(String text) throws IOException {
    Path log;
    try (Stream<Path> files = Files.walk(dir)) {
      log =
          files
              .filter(file -> file.getParent().getFileName().toString().equals(TOPIC + "-0"))
              .filter(file -> file.toString().endsWith(".log"))
              .findFirst()
              .orElseThrow();
    }
    String bytes = Files.readString(log, ISO_8859_1);
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "rw")) {
      file.seek(bytes.indexOf(text));
      file.write('X');
    }
  }
}
