package dev.rota.lab.embedded;

import dev.rota.testing.Patience;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** The few things the tests of this package do to a broker. */
public final class Records {
  private final String bootstrap;

  Records(String bootstrap) {
    this.bootstrap = bootstrap;
  }

  void createTopic(String topic, int partitions)
      throws ExecutionException, InterruptedException, TimeoutException {
    try (var admin = Admin.create(Map.of("bootstrap.servers", (Object) bootstrap))) {
      admin
          .createTopics(List.of(new NewTopic(topic, partitions, (short) 1)))
          .all()
          .get(10, TimeUnit.MINUTES);
    }
  }

  /** An exactly-once producer: one transaction per call of the steps. */
  KafkaProducer<String, String> transactional(String id) {
    var producer =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers",
                (Object) bootstrap,
                "transactional.id",
                id,
                "max.block.ms",
                Patience.MAX.toMillis()),
            new StringSerializer(),
            new StringSerializer());
    producer.initTransactions();
    return producer;
  }

  void commit(KafkaProducer<String, String> producer, String topic, String... values)
      throws ExecutionException, InterruptedException {
    producer.beginTransaction();
    for (var value : values) {
      producer.send(new ProducerRecord<>(topic, value)).get();
    }
    producer.commitTransaction();
  }

  void abort(KafkaProducer<String, String> producer, String topic, String value)
      throws ExecutionException, InterruptedException {
    producer.beginTransaction();
    producer.send(new ProducerRecord<>(topic, value)).get();
    producer.abortTransaction();
  }

  /** Where the quorum's only voter listens. */
  int controllerPort() throws ExecutionException, InterruptedException, TimeoutException {
    try (var admin = Admin.create(Map.of("bootstrap.servers", (Object) bootstrap))) {
      var quorum = admin.describeMetadataQuorum().quorumInfo().get(10, TimeUnit.MINUTES);
      return quorum.nodes().get(quorum.leaderId()).endpoints().get(0).port();
    }
  }

  /** Every committed value of the topic's only partition, up to its present end. */
  List<String> committed(String topic) {
    var partition = new TopicPartition(topic, 0);
    try (var consumer = consumer("reader")) {
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      var end = consumer.endOffsets(List.of(partition)).get(partition);
      var values = new ArrayList<String>();
      while (consumer.position(partition) < end) {
        consumer.poll(Duration.ofMillis(100)).forEach(record -> values.add(record.value()));
      }
      return values;
    }
  }

  KafkaConsumer<String, String> consumer(String group) {
    return new KafkaConsumer<>(
        Map.of(
            "bootstrap.servers",
            bootstrap,
            "group.id",
            group,
            "isolation.level",
            "read_committed",
            "enable.auto.commit",
            "false"),
        new StringDeserializer(),
        new StringDeserializer());
  }

  public static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
