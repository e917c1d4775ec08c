package dev.rota.lab.bench;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.kernel.domain.Output;
import dev.rota.road.partitions.PartitionReader;
import dev.rota.road.topics.RequiredTopics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** Reads the records that an audit reads, and looks at none: the baseline of the audit's speed. */
final class AuditReadBaseline {
  private static final Duration POLL = Duration.ofMillis(500);
  private static final double NANOS = 1e9;

  private final Map<String, Object> kafka;
  private final List<String> topics = new ArrayList<>();

  AuditReadBaseline(Domain domain, Map<String, Object> kafka) {
    this.kafka = kafka;
    topics.add(RequiredTopics.ledger(domain.name()));
    domain.wire().channels().stream()
        .map((Output.Channel channel) -> channel.topic(domain.name()))
        .forEach(topics::add);
    domain.wire().inputs().stream().map(InputTopic::topic).forEach(topics::add);
  }

  /** Reads all partitions with so many threads. Returns seconds. */
  double seconds(int partitions, int threads, LongConsumer progress) {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    long started = System.nanoTime();
    try {
      List<Future<Long>> parts = new ArrayList<>();
      for (int partition = 0; partition < partitions; partition++) {
        int one = partition;
        parts.add(pool.submit(() -> read(one)));
      }
      long records = 0;
      for (Future<Long> part : parts) {
        records += part.get();
        progress.accept(records);
      }
      return (System.nanoTime() - started) / NANOS;
    } catch (ExecutionException | InterruptedException e) {
      throw new KafkaException("cannot read the records of the audit", e);
    } finally {
      pool.shutdownNow();
    }
  }

  private long read(int partition) {
    long records = 0;
    try (PartitionReader<byte[]> reader =
        PartitionReader.ofBytes(kafka)
            .assign(topics.stream().map(name -> new TopicPartition(name, partition)).toList())) {
      while (!reader.isAtEnds()) {
        records += reader.poll(POLL).count();
      }
    }
    return records;
  }

  /** Measures the ledger. */
  LedgerSize ledger(int partitions) {
    LedgerSize size = new LedgerSize();
    try (PartitionReader<byte[]> reader =
        PartitionReader.ofBytes(kafka)
            .assign(PartitionReader.partitions(topics.get(0), partitions))) {
      while (!reader.isAtEnds()) {
        reader.poll(POLL).forEach(size::add);
      }
    }
    return size;
  }
}
