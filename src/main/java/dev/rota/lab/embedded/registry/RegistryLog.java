package dev.rota.lab.embedded.registry;

import static dev.rota.lab.embedded.EmbeddedException.Reason.FAILED;

import dev.rota.lab.embedded.EmbeddedException;
import dev.rota.road.partitions.PartitionReader;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The registry's log: one partition, written with acks=all. A change counts once it is read back.
 */
final class RegistryLog implements Consumer<List<RegistryFact>>, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RegistryLog.class);
  private static final TopicPartition PARTITION = new TopicPartition(RegistryTopic.NAME, 0);
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final Duration LOAD_MAX = Duration.ofSeconds(60);
  private static final int WRITE_MAX_MS = 30_000;

  private final SchemaStore store;
  private final KafkaProducer<byte[], byte[]> producer;
  private final PartitionReader<byte[]> records;
  private final Thread reader = new Thread(this::follow, "registry-log");
  private final Object progress = new Object();
  private long appliedTo;
  private boolean reading = true;

  private RegistryLog(String bootstrap, SchemaStore store) {
    this.store = store;
    this.producer =
        new KafkaProducer<>(
            Map.<String, Object>of(
                "bootstrap.servers",
                bootstrap,
                "client.id",
                "rota-registry-writer",
                "acks",
                "all",
                "max.block.ms",
                WRITE_MAX_MS,
                "request.timeout.ms",
                WRITE_MAX_MS / 3,
                "delivery.timeout.ms",
                WRITE_MAX_MS),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    this.records =
        PartitionReader.ofBytes(
            Map.of("bootstrap.servers", bootstrap, "client.id", "rota-registry-reader"));
  }

  /** Creates the topic if it is missing, and applies all its records to the store. */
  static RegistryLog open(String bootstrap, SchemaStore store) {
    RegistryTopic.ensure(bootstrap);
    var log = new RegistryLog(bootstrap, store);
    try {
      log.load();
    } catch (KafkaException e) {
      log.release();
      throw new EmbeddedException(
          FAILED,
          "cannot start the registry: topic "
              + RegistryTopic.NAME
              + " at "
              + bootstrap
              + " could not be read ("
              + e
              + "); check that this broker is up",
          e);
    }
    log.reader.setDaemon(true);
    log.reader.start();
    return log;
  }

  /** Returns when the facts are in the topic and in the store. */
  @Override
  public void accept(List<RegistryFact> facts) {
    Future<RecordMetadata> last = null;
    for (var fact : facts) {
      var line = RegistryLine.of(fact);
      last =
          producer.send(
              new ProducerRecord<>(
                  PARTITION.topic(),
                  PARTITION.partition(),
                  line.keyBytes(),
                  line.valueBytesOrNull()));
    }
    if (last != null) {
      awaitApplied(offset(last) + 1);
    }
  }

  @Override
  public void close() {
    records.consumer().wakeup();
    try {
      reader.join(POLL.toMillis() * 5);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    release();
  }

  private void release() {
    producer.close(POLL);
    if (!reader.isAlive()) {
      records.close();
    }
  }

  private void load() {
    records.assign(List.of(PARTITION));
    var deadline = System.nanoTime() + LOAD_MAX.toNanos();
    while (!records.isAtEnds()) {
      if (System.nanoTime() > deadline) {
        throw new org.apache.kafka.common.errors.TimeoutException(
            "read to " + position() + " of " + records.end(PARTITION) + " in " + LOAD_MAX);
      }
      apply();
    }
  }

  private long position() {
    return records.consumer().position(PARTITION);
  }

  private void follow() {
    try {
      while (true) {
        apply();
      }
    } catch (WakeupException closing) {
      LOG.debug("the registry's log is closing");
    } catch (KafkaException e) {
      LOG.error("the registry can no longer read {}; restart it", PARTITION, e);
    } finally {
      synchronized (progress) {
        reading = false;
        progress.notifyAll();
      }
    }
  }

  private void apply() {
    var batch = records.poll(POLL);
    synchronized (store) {
      batch.forEach(this::apply);
    }
    synchronized (progress) {
      appliedTo = position();
      progress.notifyAll();
    }
  }

  // A foreign record must not keep the registry from starting.
  private void apply(ConsumerRecord<byte[], byte[]> record) {
    try {
      RegistryLine.parse(record.key(), record.value())
          .ifPresent(fact -> fact.applyTo(store, record.timestamp()));
    } catch (IOException | IllegalArgumentException e) {
      LOG.warn("skipped {} offset {}: not a registry's record", PARTITION, record.offset(), e);
    }
  }

  private void awaitApplied(long offset) {
    var deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(WRITE_MAX_MS);
    synchronized (progress) {
      while (appliedTo < offset) {
        var leftMillis = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (!reading || leftMillis <= 0) {
          throw new RegistryError(
              50002, "The change was written but not read back; restart the registry");
        }
        try {
          progress.wait(leftMillis);
        } catch (InterruptedException e) {
          throw interrupted(e);
        }
      }
    }
  }

  private static long offset(Future<RecordMetadata> sent) {
    try {
      return sent.get(2L * WRITE_MAX_MS, TimeUnit.MILLISECONDS).offset();
    } catch (ExecutionException | TimeoutException e) {
      throw new RegistryError(
          50001, "The change could not be written to Kafka (" + e + "); is the broker up?", e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static RegistryError interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new RegistryError(50002, "The registry is stopping; ask again once it is back", e);
  }
}
