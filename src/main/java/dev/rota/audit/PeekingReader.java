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

/** The committed records of one partition, from its beginning to where it ended at the start. */
final class PeekingReader implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(500);
  // Longer than a transaction that a crash left open: 60 s, and 10 s until somebody looks.
  private static final int SILENT_POLLS_MAX = 160;

  private final TopicPartition partition;
  private final PartitionReader<byte[]> reader;
  private final ArrayDeque<ConsumerRecord<byte[], byte[]>> ahead = new ArrayDeque<>();
  private final long begin;
  private long end;

  /** Opens the reader; its end is fixed now, at what is committed. */
  PeekingReader(Map<String, Object> kafka, String topic, int number) {
    Map<String, Object> configs = new HashMap<>(kafka);
    configs.put("isolation.level", "read_committed");
    configs.put("auto.offset.reset", "none");
    configs.put("max.poll.records", 2_000);
    partition = new TopicPartition(topic, number);
    reader = PartitionReader.ofBytes(configs).assign(List.of(partition));
    begin = reader.begin(partition);
    end = reader.ends().get(partition);
    reader.consumer().seek(partition, begin);
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
    while (ahead.size() <= places && position() < end) {
      int before = ahead.size();
      // Also what lies behind the end: it is not asked for again once reading goes on.
      reader.poll(POLL).forEach(ahead::add);
      silent = ahead.size() == before ? silent + 1 : 0;
      if (silent > SILENT_POLLS_MAX) {
        throw new TimeoutException(
            "the broker sends nothing of "
                + partition
                + " from offset "
                + position()
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

  private long position() {
    return reader.consumer().position(partition);
  }

  @Override
  public void close() {
    reader.close();
  }
}
