package dev.rota.audit;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** The committed records of one partition, from its beginning to where it ended at the start. */
final class PartitionReader implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(500);
  // Longer than a transaction that a crash left open: 60 s, and 10 s until somebody looks.
  private static final int SILENT_POLLS_MAX = 160;

  private final TopicPartition partition;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final ArrayDeque<ConsumerRecord<byte[], byte[]>> ahead = new ArrayDeque<>();
  private final long begin;
  private long end;

  /** Opens the reader; its end is fixed now, at what is committed. */
  PartitionReader(Map<String, Object> kafka, String topic, int number) {
    Map<String, Object> configs = new HashMap<>(kafka);
    configs.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    configs.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    configs.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    configs.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 2_000);
    partition = new TopicPartition(topic, number);
    consumer =
        new KafkaConsumer<>(configs, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    consumer.assign(List.of(partition));
    begin = consumer.beginningOffsets(List.of(partition)).get(partition);
    end = consumer.endOffsets(List.of(partition)).get(partition);
    consumer.seek(partition, begin);
  }

  /** The first offset that retention has left. */
  long begin() {
    return begin;
  }

  /** Where it ends. */
  long end() {
    return end;
  }

  /** Goes on to there; what lies in a transaction that is still open is waited for. */
  void extendTo(long written) {
    end = Math.max(end, written);
  }

  TopicPartition partition() {
    return partition;
  }

  /** For people: {@code topic/partition}. */
  String where() {
    return partition.topic() + "/" + partition.partition();
  }

  /** The next record, which stays the next; or null at the end. */
  ConsumerRecord<byte[], byte[]> peek() {
    return peek(0);
  }

  /** The record so many places behind the next; or null. */
  ConsumerRecord<byte[], byte[]> peek(int places) {
    int silent = 0;
    while (ahead.size() <= places && consumer.position(partition) < end) {
      int before = ahead.size();
      // Also what lies behind the end: it is not asked for again once reading goes on.
      consumer.poll(POLL).forEach(ahead::add);
      silent = ahead.size() == before ? silent + 1 : 0;
      if (silent > SILENT_POLLS_MAX) {
        throw new TimeoutException(
            "the broker sends nothing of "
                + partition
                + " from offset "
                + consumer.position(partition)
                + " to "
                + end
                + "; is a transaction left open there?");
      }
    }
    ConsumerRecord<byte[], byte[]> record =
        places == 0 ? ahead.peek() : ahead.stream().skip(places).findFirst().orElse(null);
    return record == null || record.offset() >= end ? null : record;
  }

  /** Takes the next record. */
  ConsumerRecord<byte[], byte[]> take() {
    ConsumerRecord<byte[], byte[]> next = peek();
    if (next != null) {
      ahead.poll();
    }
    return next;
  }

  @Override
  public void close() {
    consumer.close();
  }
}
