package dev.rota.road.backup;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.road.backup.BackupFault.Reason;
import dev.rota.road.partitions.PartitionReader;
import dev.rota.road.topics.AdminAnswer;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The topic {@code <domain>-restore}. It exists while a restore is under way: it says of which
 * backup, and which topics are whole. It is deleted when all is there.
 *
 * <pre>
 * attempt 3f2a…      who restores: the first such line behind a silence
 * manifest 9ab4…     of which backup
 * schema jobs-value/3  that will be put into the registry
 * whole bots-owners
 * alive              every two seconds
 * </pre>
 */
final class RestoreJournal implements AutoCloseable {
  private static final Duration READ_MAX = Duration.ofSeconds(20);
  private static final long BEAT_MILLIS = 2_000;

  /** Who is silent for so long is dead. */
  private static final Duration SILENCE = Duration.ofSeconds(8);

  private static final String ATTEMPT = "attempt ";
  private static final String BEGUN = "manifest ";
  private static final String SCHEMA = "schema ";
  private static final String WHOLE = "whole ";
  private static final String ALIVE = "alive";

  private final Map<String, Object> kafka;
  private final Admin admin;
  private final TopicPartition partition;
  private final Set<String> schemas = new HashSet<>();
  private boolean begun;
  private final String attempt = UUID.randomUUID().toString();
  private final Producer<byte[], byte[]> producer;
  private final ScheduledExecutorService heart =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "restore-alive");
            thread.setDaemon(true);
            return thread;
          });

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
    this.admin = admin;
    this.partition = new TopicPartition(RequiredTopics.restore(domain), 0);
    this.producer =
        new KafkaProducer<>(producing, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /**
   * The topics that an earlier attempt has finished; null: there was none.
   *
   * @param manifest digest of the backup
   * @throws BackupFault if it was of another backup, or is alive
   */
  Set<String> whole(String manifest) {
    try (PartitionReader<byte[]> reader = PartitionReader.ofBytes(kafka)) {
      if (!reader.partitionsOf(partition.topic()).contains(partition)) {
        return null;
      }
      Set<String> whole = new HashSet<>();
      Set<String> begun = new HashSet<>();
      for (String line : lines(reader, 0)) {
        if (line.startsWith(BEGUN)) {
          begun.add(line.substring(BEGUN.length()));
        } else if (line.startsWith(WHOLE)) {
          whole.add(line.substring(WHOLE.length()));
        } else if (line.startsWith(SCHEMA)) {
          schemas.add(line.substring(SCHEMA.length()));
        }
      }
      this.begun = !begun.isEmpty();
      begun.remove(manifest);
      if (!begun.isEmpty()) {
        throw another();
      }
      return whole;
    }
  }

  /** Returns true if the earlier attempt has written something, or could have. */
  boolean isBegun() {
    return begun;
  }

  /** Names of schemas that an earlier attempt has begun to put into the registry. */
  Set<String> schemas() {
    return schemas;
  }

  private BackupFault another() {
    return new BackupFault(
        Reason.NOT_EMPTY,
        "a restore of another backup, or of another state of this one, was begun here: the topic "
            + partition.topic()
            + " says so",
        "finish that one; or delete the domain's topics and "
            + partition.topic()
            + ", and start over");
  }

  private BackupFault alive() {
    return new BackupFault(
        Reason.AGAIN,
        "another restore of this domain is under way: it writes to the topic " + partition.topic(),
        "wait until it ends; one that was killed is silent within "
            + SILENCE.toSeconds()
            + " seconds");
  }

  private List<String> lines(PartitionReader<byte[]> reader, long from) {
    List<String> lines = new ArrayList<>();
    reader.assign(List.of(partition)).consumer().seek(partition, from);
    reader.readToEnds(
        "the topic " + partition.topic(),
        READ_MAX,
        record -> lines.add(record.value() == null ? "" : new String(record.value(), UTF_8)));
    return lines;
  }

  /**
   * Takes the restore, so that nobody else does it as well. From now on it says that it is alive.
   *
   * @param goesOn an earlier attempt has made the topic
   * @throws BackupFault if another one has taken it
   */
  void take(String manifest, boolean goesOn) {
    if (goesOn) {
      takeOver();
    } else {
      create();
      write(ATTEMPT + attempt);
    }
    write(BEGUN + manifest);
    var _ =
        heart.scheduleWithFixedDelay(this::beat, BEAT_MILLIS, BEAT_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void beat() {
    var _ = send(ALIVE); // whoever misses one waits for the next
  }

  private void create() {
    try {
      NewTopic topic =
          new NewTopic(partition.topic(), 1, (short) -1)
              .configs(Map.of(TopicConfig.RETENTION_MS_CONFIG, "-1"));
      admin.createTopics(List.of(topic)).all().get();
      MissingTopics.awaitLeaders(admin, List.of(topic));
    } catch (ExecutionException e) {
      throw e.getCause() instanceof TopicExistsException
          ? alive()
          : new KafkaException("cannot create " + partition.topic(), e.getCause());
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  /** Of two that see the same silence, the first one in the log takes it. */
  private void takeOver() {
    try (PartitionReader<byte[]> reader = PartitionReader.ofBytes(kafka)) {
      long end = reader.end(partition);
      long deadline = System.nanoTime() + SILENCE.toNanos();
      while (System.nanoTime() - deadline < 0) {
        SettledEnds.pause();
        if (reader.end(partition) > end) {
          throw alive();
        }
      }
      write(ATTEMPT + attempt);
      String first =
          lines(reader, end).stream()
              .filter(line -> line.startsWith(ATTEMPT))
              .findFirst()
              .orElse("");
      if (!first.equals(ATTEMPT + attempt)) {
        throw alive();
      }
    }
  }

  /** This schema is put into the registry next. */
  void begin(String schema) {
    write(SCHEMA + schema);
  }

  /** This topic need not be written again. */
  void finish(String topic) {
    write(WHOLE + topic);
  }

  private Future<RecordMetadata> send(String line) {
    return producer.send(
        new ProducerRecord<>(partition.topic(), partition.partition(), null, line.getBytes(UTF_8)));
  }

  private void write(String line) {
    try {
      var _ = send(line).get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof KafkaException known
          ? known
          : new KafkaException(partition.topic() + " cannot be written", e.getCause());
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  /** All is there. */
  void delete() {
    heart.shutdownNow();
    AdminAnswer.of(
        admin.deleteTopics(List.of(partition.topic())).all(),
        partition.topic() + " cannot be deleted");
  }

  @Override
  public void close() {
    heart.shutdownNow();
    producer.close(Duration.ofSeconds(1));
  }
}
