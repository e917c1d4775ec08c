package dev.rota.audit;

import dev.rota.partitions.PartitionReader;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/** Reads the committed records of one partition up to its end at the start, with lookahead. */
final class PeekingReader implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(500);
  // Longer than an abandoned transaction: 60 s, and 10 s until the broker checks.
  private static final int SILENT_POLLS_MAX = 160;

  private final TopicPartition partition;
  private final PartitionReader<byte[]> reader;
  private final ArrayDeque<ConsumerRecord<byte[], byte[]>> ahead = new ArrayDeque<>();
  private final long begin;
  private long end;

  /** Opens the reader. Its end is the current end of committed records. */
  PeekingReader(Map<String, Object> kafka, String topic, int number) {
    Map<String, Object> configs = new HashMap<>(kafka);
    configs.put("auto.offset.reset", "none");
    configs.put("max.poll.records", 2_000);
    partition = new TopicPartition(topic, number);
    reader = PartitionReader.ofBytes(configs).assign(List.of(partition));
    begin = reader.begin(partition);
    end = reader.ends().get(partition);
    reader.consumer().seek(partition, begin);
  }

  /** The first retained offset. */
  long begin() {
    return begin;
  }

  /** The end offset, exclusive. */
  long end() {
    return end;
  }

  /** Moves the end. Reading waits for open transactions before it. */
  void extendTo(long written) {
    end = Math.max(end, written);
  }

  TopicPartition partition() {
    return partition;
  }

  /** {@code topic/partition}, for messages. */
  String where() {
    return partition.topic() + "/" + partition.partition();
  }

  /** Returns the next record without taking it, or null at the end. */
  ConsumerRecord<byte[], byte[]> peek() {
    return peek(0);
  }

  /** Returns the record this many places ahead, or null. */
  ConsumerRecord<byte[], byte[]> peek(int places) {
    int silent = 0;
    while (ahead.size() <= places && position() < end) {
      int before = ahead.size();
      // Includes records after the end, since they are not fetched again when the end moves.
      reader.poll(POLL).forEach(ahead::add);
      silent = ahead.size() == before ? silent + 1 : 0;
      if (silent > SILENT_POLLS_MAX) {
        throw new TimeoutException(
            "the broker sends no records of "
                + partition
                + " from offset "
                + position()
                + " to "
                + end
                + "; is a transaction open there?");
      }
    }
    ConsumerRecord<byte[], byte[]> record =
        places == 0 ? ahead.peek() : ahead.stream().skip(places).findFirst().orElse(null);
    return record == null || record.offset() >= end ? null : record;
  }

  ConsumerRecord<byte[], byte[]> take() {
    ConsumerRecord<byte[], byte[]> next = peek();
    if (next != null) {
      ahead.poll();
    }
    return next;
  }

  private long position() {
    return reader.consumer().position(partition);
  }

  @Override
  public void close() {
    reader.close();
  }
}
