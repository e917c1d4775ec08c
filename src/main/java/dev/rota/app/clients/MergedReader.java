package dev.rota.app.clients;

import dev.rota.app.console.ByteFormatter;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads the assigned partitions up to the end offsets at the start. Each keeps its order; they are
 * merged by timestamp. A partition that runs ahead is paused to bound memory.
 */
public final class MergedReader {
  private static final int OTHER_KEYS_MAX = 20;
  private static final Duration POLL = Duration.ofMillis(200);
  private static final int AHEAD_MAX = 2_000;
  private static final long SILENCE_NANOS = 20_000_000_000L;
  private static final Comparator<Deque<ConsumerRecord<byte[], byte[]>>> BY_TIME =
      Comparator.<Deque<ConsumerRecord<byte[], byte[]>>>comparingLong(q -> q.peek().timestamp())
          .thenComparing(q -> q.peek().topic())
          .thenComparingInt(q -> q.peek().partition());

  private final Consumer<byte[], byte[]> consumer;
  private final RecordRange range;
  private final Map<TopicPartition, Long> ends;
  private final Map<TopicPartition, Deque<ConsumerRecord<byte[], byte[]>>> waiting =
      new HashMap<>();
  private final PriorityQueue<Deque<ConsumerRecord<byte[], byte[]>>> heads =
      new PriorityQueue<>(BY_TIME);
  private final SortedSet<String> otherKeys = new TreeSet<>();
  private int unknown;
  private long heard = System.nanoTime();

  /** Reads only records in the range. */
  MergedReader(
      Consumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends, RecordRange range) {
    this.consumer = consumer;
    this.range = range;
    this.ends = new HashMap<>();
    ends.forEach(
        (partition, end) -> {
          waiting.put(partition, new ArrayDeque<>());
          if (consumer.position(partition) < end) {
            this.ends.put(partition, end);
          }
        });
    this.unknown = this.ends.size();
    pause(waiting.keySet().stream().filter(p -> !this.ends.containsKey(p)).toList());
  }

  /** Returns the next record, or empty at the end. */
  public Optional<ConsumerRecord<byte[], byte[]>> next() {
    while (unknown > 0) {
      fetch();
    }
    Deque<ConsumerRecord<byte[], byte[]>> first = heads.poll();
    if (first == null) {
      return Optional.empty();
    }
    ConsumerRecord<byte[], byte[]> record = first.poll();
    if (!first.isEmpty()) {
      heads.add(first);
    } else if (ends.containsKey(partition(record))) {
      unknown++; // its next record may be older than the other heads
      consumer.resume(List.of(partition(record)));
    }
    return Optional.of(record);
  }

  /** Some keys of records that were read and not wanted, if one key is. */
  public SortedSet<String> otherKeys() {
    return otherKeys;
  }

  private void fetch() {
    ConsumerRecords<byte[], byte[]> batch = consumer.poll(POLL);
    for (TopicPartition partition : batch.partitions()) {
      Long end = ends.get(partition);
      if (end != null) {
        keep(partition, end, batch.records(partition));
      }
    }
    boolean ended = settle();
    boolean moved = ended || !batch.isEmpty();
    long now = System.nanoTime();
    if (moved) {
      heard = now;
    } else if (now - heard > SILENCE_NANOS) {
      throw new CommandFailure(
          ExitCode.UNAVAILABLE,
          "Kafka does not answer",
          "no record came for 20 s before the ends of " + ends.keySet(),
          "check the leaders of these partitions");
    }
  }

  private void keep(
      TopicPartition partition, long end, List<ConsumerRecord<byte[], byte[]>> records) {
    Deque<ConsumerRecord<byte[], byte[]>> queue = waiting.get(partition);
    boolean wasEmpty = queue.isEmpty();
    for (ConsumerRecord<byte[], byte[]> record : records) {
      if (record.offset() < end && range.has(record)) {
        queue.add(record);
      } else if (range.key().isPresent() && otherKeys.size() < OTHER_KEYS_MAX) {
        otherKeys.add(String.valueOf(ByteFormatter.text(record.key())));
      }
    }
    if (wasEmpty && !queue.isEmpty()) {
      unknown--;
      heads.add(queue);
    }
    if (queue.size() > AHEAD_MAX) {
      pause(List.of(partition));
    }
  }

  /** Removes partitions that are read to the end. Transaction markers count as read. */
  private boolean settle() {
    List<TopicPartition> done = new ArrayList<>();
    ends.forEach(
        (partition, end) -> {
          if (consumer.position(partition) >= end) {
            done.add(partition);
          }
        });
    for (TopicPartition partition : done) {
      ends.remove(partition);
      unknown -= waiting.get(partition).isEmpty() ? 1 : 0;
    }
    pause(done);
    return !done.isEmpty();
  }

  private void pause(List<TopicPartition> partitions) {
    consumer.pause(partitions);
  }

  private static TopicPartition partition(ConsumerRecord<?, ?> record) {
    return new TopicPartition(record.topic(), record.partition());
  }
}
