package dev.rota.lab.embedded.registry;

import static dev.rota.lab.embedded.EmbeddedException.Reason.FAILED;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.lab.embedded.EmbeddedException;
import dev.rota.road.partitions.PartitionReader;
import dev.rota.road.topics.ExistingTopic;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.TopicSpec;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The topic in which all Schema Registries keep schemas: one partition, written with acks=all. A
 * change counts once it is acknowledged.
 */
final class RegistryLog implements RegistryDesk.Log, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RegistryLog.class);
  private static final String POLICY = "cleanup.policy";
  private static final String COMPACT = "compact";
  private static final TopicSpec TOPIC = new TopicSpec("_schemas", false, Map.of(POLICY, COMPACT));
  private static final TopicPartition PARTITION = new TopicPartition(TOPIC.name(), 0);
  private static final Duration SILENCE_MAX = Duration.ofSeconds(60);
  private static final Duration CLOSE = Duration.ofSeconds(1);
  private static final int WRITE_MAX_MS = 30_000;

  private final Map<String, Object> kafka;
  private final SchemaStore store;
  private final KafkaProducer<byte[], byte[]> producer;

  /** The topic may have what the store has not. */
  private boolean isBehind = true;

  private RegistryLog(String bootstrap, SchemaStore store) {
    this.kafka = Map.of("bootstrap.servers", bootstrap, "client.id", "rota-registry");
    this.store = store;
    Map<String, Object> writing = new HashMap<>(kafka);
    writing.put("acks", "all");
    writing.put("max.block.ms", WRITE_MAX_MS);
    writing.put("request.timeout.ms", WRITE_MAX_MS / 3);
    writing.put("delivery.timeout.ms", WRITE_MAX_MS);
    this.producer =
        new KafkaProducer<>(writing, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /** Creates the topic if it is missing, and applies all its records to the store. */
  static RegistryLog open(String bootstrap, SchemaStore store) {
    var log = new RegistryLog(bootstrap, store);
    try {
      log.requireTopic();
      log.load();
      return log;
    } catch (RuntimeException e) {
      log.close();
      throw e instanceof KafkaException
          ? failed(
              "topic %s at %s could not be made or read (%s); check that this broker is up"
                  .formatted(TOPIC.name(), bootstrap, e.getMessage()),
              e)
          : e;
    }
  }

  /** Creates the topic, or checks that an existing one never deletes old records. */
  private void requireTopic() {
    try (var admin = Admin.create(kafka)) {
      var present = ExistingTopic.find(admin, List.of(TOPIC.name())).get(TOPIC.name());
      if (present == null) {
        MissingTopics.createUnlessThere(admin, TOPIC, 1, -1);
      } else if (!present.settings().get(POLICY).equals(COMPACT)) {
        throw failed(
            "topic %s has cleanup.policy=%s and would lose schemas; set it to compact with kafka-configs"
                .formatted(TOPIC.name(), present.settings().get(POLICY)),
            null);
      }
    }
  }

  private static EmbeddedException failed(String why, Exception cause) {
    return new EmbeddedException(FAILED, "cannot start the registry: " + why, cause);
  }

  private void load() {
    var all = new ArrayList<ConsumerRecord<byte[], byte[]>>();
    try (var records = PartitionReader.ofBytes(kafka)) {
      records.assign(List.of(PARTITION)).readToEnds(TOPIC.name(), SILENCE_MAX, all::add);
    }
    synchronized (store) {
      for (var one : all) {
        apply(new RegistryLine(text(one.key()), text(one.value())), one.timestamp());
      }
    }
    isBehind = false;
  }

  // A foreign record must not keep the registry from starting.
  private void apply(RegistryLine line, long atMillis) {
    try {
      store.apply(line, atMillis);
    } catch (IOException e) {
      LOG.warn("skipped a record of {} that is no registry's: {}", TOPIC.name(), line.key(), e);
    }
  }

  private static String text(byte[] bytes) {
    return bytes == null ? null : new String(bytes, UTF_8);
  }

  @Override
  public void catchUp() {
    if (isBehind) {
      try {
        load();
      } catch (KafkaException e) {
        throw unavailable(e);
      }
    }
  }

  @Override
  public void append(RegistryLine line) {
    var key = line.key().getBytes(UTF_8);
    var value = line.value().getBytes(UTF_8);
    isBehind = true;
    try {
      var record = new ProducerRecord<>(TOPIC.name(), PARTITION.partition(), key, value);
      var written = producer.send(record).get();
      synchronized (store) {
        apply(line, written.timestamp());
      }
      isBehind = false;
    } catch (ExecutionException | KafkaException e) {
      throw unavailable(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RegistryError(50002, "The registry is stopping; ask again once it is back", e);
    }
  }

  private static RegistryError unavailable(Exception e) {
    return new RegistryError(
        50001, "The change could not be written to Kafka (" + e + "); is the broker up?", e);
  }

  @Override
  public void close() {
    producer.close(CLOSE);
  }
}
