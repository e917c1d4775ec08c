package dev.rota.road.backup;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.road.backup.BackupFault.Reason;
import dev.rota.road.partitions.PartitionReader;
import dev.rota.road.topics.AdminAnswer;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.TopicSpec;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The topic {@code <domain>-restore}. It exists while a restore is under way: it says of which
 * backup, and which topics are whole. It is deleted when all is there.
 */
final class RestoreJournal {
  private static final Duration READ_MAX = Duration.ofSeconds(20);
  private static final String BEGUN = "manifest ";
  private static final String WHOLE = "whole ";

  private final Map<String, Object> kafka;
  private final Map<String, Object> producing;
  private final Admin admin;
  private final String topic;

  /**
   * Names the topic of a domain.
   *
   * @param kafka settings of a consumer
   * @param producing settings of a producer
   */
  RestoreJournal(
      Map<String, Object> kafka, Map<String, Object> producing, Admin admin, String domain) {
    this.kafka = new HashMap<>(kafka);
    this.kafka.put("allow.auto.create.topics", false);
    this.producing = producing;
    this.admin = admin;
    this.topic = domain + "-restore";
  }

  String topic() {
    return topic;
  }

  /**
   * The topics that an earlier attempt has finished; null: there was none.
   *
   * @param manifest digest of the backup
   * @throws BackupFault if it was of another backup
   */
  Set<String> whole(String manifest) {
    TopicPartition one = new TopicPartition(topic, 0);
    Set<String> whole = new HashSet<>();
    Set<String> begun = new HashSet<>();
    try (PartitionReader<byte[]> reader = PartitionReader.ofBytes(kafka)) {
      if (!reader.partitionsOf(topic).contains(one)) {
        return null;
      }
      reader
          .assign(List.of(one))
          .readToEnds(
              "the topic " + topic,
              READ_MAX,
              record -> {
                String line = record.value() == null ? "" : new String(record.value(), UTF_8);
                if (line.startsWith(BEGUN)) {
                  begun.add(line.substring(BEGUN.length()));
                } else if (line.startsWith(WHOLE)) {
                  whole.add(line.substring(WHOLE.length()));
                }
              });
    }
    begun.remove(manifest);
    if (!begun.isEmpty()) {
      throw new BackupFault(
          Reason.NOT_EMPTY,
          "a restore of another backup, or of another state of this one, was begun here: the topic "
              + topic
              + " says so",
          "finish that one; or delete the domain's topics and " + topic + ", and start over");
    }
    return whole;
  }

  void begin(String manifest, int replicas) {
    TopicSpec spec = new TopicSpec(topic, false, Map.of(TopicConfig.RETENTION_MS_CONFIG, "-1"));
    MissingTopics.createUnlessThere(admin, spec, 1, replicas);
    write(BEGUN + manifest);
  }

  void finish(String name) {
    write(WHOLE + name);
  }

  private void write(String line) {
    try (var producer =
        new KafkaProducer<>(producing, new ByteArraySerializer(), new ByteArraySerializer())) {
      var unused = producer.send(new ProducerRecord<>(topic, 0, null, line.getBytes(UTF_8))).get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof KafkaException known
          ? known
          : new KafkaException(topic + " cannot be written", e.getCause());
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  /** All is there. */
  void delete() {
    AdminAnswer.of(admin.deleteTopics(List.of(topic)).all(), topic + " cannot be deleted");
  }
}
