package dev.rota.readers.rehearse;

import dev.rota.kernel.domain.Domain;
import dev.rota.road.partitions.PartitionReader;
import dev.rota.road.topics.PageHeaders;
import dev.rota.road.topics.RequiredTopics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** Rehearses a domain's recorded history under other rules. It writes nothing to the cluster. */
public final class Rehearsal {
  private static final Duration SILENCE_MAX = Duration.ofSeconds(60);

  private final Domain domain;
  private final Map<String, Object> kafka;
  private final long sinceMillis;
  private final int rules;
  private final LongAdder done = new LongAdder();

  /**
   * Reads nothing yet.
   *
   * @param kafka {@code bootstrap.servers} and other consumer settings
   * @param sinceMillis lanes adopt the rules at this time, epoch ms
   * @param rules that lanes adopt
   */
  public Rehearsal(Domain domain, Map<String, Object> kafka, long sinceMillis, int rules) {
    this.domain = domain;
    this.kafka = kafka;
    this.sinceMillis = sinceMillis;
    this.rules = rules;
  }

  /** The number of turns that were read so far. Thread-safe. */
  public long done() {
    return done.sum();
  }

  /** Rehearses all that is committed now, as many partitions at once as there are processors. */
  public RehearsalReport run() {
    List<TopicPartition> partitions;
    try (PartitionReader<byte[]> reader = PartitionReader.ofBytes(kafka)) {
      partitions = reader.partitionsOf(RequiredTopics.ledger(domain.name()));
    }
    ExecutorService pool = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
    try {
      List<CompletableFuture<RehearsalReport>> parts =
          partitions.stream()
              .map(partition -> CompletableFuture.supplyAsync(() -> run(partition), pool))
              .toList();
      RehearsalReport all = new RehearsalReport();
      parts.forEach(part -> all.merge(part.join()));
      return all;
    } catch (CompletionException e) {
      throw e.getCause() instanceof KafkaException fault ? fault : e;
    } finally {
      pool.shutdownNow();
    }
  }

  private RehearsalReport run(TopicPartition partition) {
    try (PartitionReader<byte[]> reader = PartitionReader.ofBytes(kafka)) {
      return run(reader, partition);
    }
  }

  private RehearsalReport run(PartitionReader<byte[]> reader, TopicPartition partition) {
    PartitionRehearsal one =
        new PartitionRehearsal(domain, partition.partition(), sinceMillis, rules);
    if (reader.begin(partition) > 0) {
      one.report()
          .leaveOut(partition + " is left out: the beginning of its ledger is no longer retained");
      return one.report();
    }
    reader.assign(List.of(partition));
    reader.readToEnds(
        "the ledger " + partition,
        SILENCE_MAX,
        record -> {
          one.take(record);
          done.add(PageHeaders.turns(record.headers()));
        });
    return one.report();
  }
}
