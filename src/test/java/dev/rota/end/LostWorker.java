package dev.rota.end;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.ChunkRef;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.lab.traffic.chunks.NetworkObserver;
import dev.rota.registry.AvroDeserializer;
import dev.rota.testing.Patience;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.utils.Utils;

/**
 * A storage worker that has lost all that it knew, and does what docs/chunks-worker.md says, with a
 * consumer as anybody has one.
 */
final class LostWorker implements AutoCloseable {
  private static final String SNAPSHOTS = "chunks-snapshots";
  private static final String ASSIGNMENTS = "chunks-assignments";
  private static final Duration POLL = Duration.ofMillis(100);

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final AvroDeserializer values = new AvroDeserializer();
  private final String network;
  private final String worker;
  private final int partition;

  /** By dataset and chunk. */
  private final Map<List<String>, ChunkRef> set = new HashMap<>();

  private long generation;
  private String digest;
  private int deltas;

  LostWorker(String bootstrap, String registry, String network, String worker) {
    this.network = network;
    this.worker = worker;
    consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers",
                bootstrap,
                "isolation.level",
                "read_committed",
                "default.api.timeout.ms",
                (int) Patience.MAX.toMillis()),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    values.configure(Map.of("schema.registry.url", registry, "specific.avro.reader", true), false);
    int partitions = consumer.partitionsFor(SNAPSHOTS).size();
    partition = Utils.toPositive(Utils.murmur2(network.getBytes(UTF_8))) % partitions;
  }

  /** Reads its set; false: it is no part of the network. */
  boolean recover() {
    long atMillis = snapshot();
    if (atMillis < 0) {
      return false;
    }
    TopicPartition assignments = new TopicPartition(ASSIGNMENTS, partition);
    consumer.assign(List.of(assignments));
    var first = consumer.offsetsForTimes(Map.of(assignments, atMillis - 1)).get(assignments);
    if (first != null) {
      consumer.seek(assignments, first.offset());
      toTheEnd(assignments, record -> fold(value(ASSIGNMENTS, record)));
    }
    return true;
  }

  /** The last whole set, and when it was written; negative: there is none. */
  private long snapshot() {
    TopicPartition snapshots = new TopicPartition(SNAPSHOTS, partition);
    consumer.assign(List.of(snapshots));
    consumer.seekToBeginning(List.of(snapshots));
    Map<String, ConsumerRecord<byte[], byte[]>> lasts = new TreeMap<>();
    toTheEnd(
        snapshots,
        record -> {
          String key = new String(record.key(), UTF_8);
          if (key.startsWith(network + "/" + worker + "/")) {
            lasts.put(key, record);
          }
        });
    lasts.values().removeIf(record -> record.value() == null);
    long atMillis = -1;
    for (ConsumerRecord<byte[], byte[]> record : lasts.values()) {
      WorkerAssignment part = value(SNAPSHOTS, record);
      assertThat(part.getParts()).isEqualTo(lasts.size());
      part.getAdded().forEach(this::add);
      generation = part.getGeneration();
      digest = part.getDigest();
      atMillis = record.timestamp();
    }
    if (atMillis >= 0) {
      verify();
    }
    return atMillis;
  }

  private void fold(WorkerAssignment delta) {
    if (!delta.getNetwork().equals(network)
        || !delta.getWorker().equals(worker)
        || delta.getSnapshot()
        || delta.getPart() == 0 && delta.getGeneration() <= generation) {
      return;
    }
    delta.getRemoved().forEach(chunk -> set.remove(name(chunk)));
    delta.getResized().forEach(this::add);
    delta.getAdded().forEach(this::add);
    generation = delta.getGeneration();
    digest = delta.getDigest();
    if (delta.getPart() == delta.getParts() - 1) {
      deltas++;
      verify();
    }
  }

  private void verify() {
    assertThat(NetworkObserver.digest(set.values())).as(worker).isEqualTo(digest);
  }

  private void add(ChunkRef chunk) {
    set.put(name(chunk), chunk);
  }

  private static List<String> name(ChunkRef chunk) {
    return List.of(chunk.getDataset(), chunk.getChunk());
  }

  private WorkerAssignment value(String topic, ConsumerRecord<byte[], byte[]> record) {
    return (WorkerAssignment) values.deserialize(topic, record.headers(), record.value());
  }

  private void toTheEnd(TopicPartition from, Consumer<ConsumerRecord<byte[], byte[]>> reader) {
    long end = consumer.endOffsets(List.of(from)).get(from);
    while (consumer.position(from) < end) {
      consumer.poll(POLL).forEach(reader);
    }
  }

  String digest() {
    return digest;
  }

  /** How many it has folded since its snapshot. */
  int deltas() {
    return deltas;
  }

  int chunks() {
    return set.size();
  }

  @Override
  public void close() {
    consumer.close();
    values.close();
  }
}
