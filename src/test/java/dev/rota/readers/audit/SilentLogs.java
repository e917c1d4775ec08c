package dev.rota.readers.audit;

import dev.rota.road.logs.ForwardingLog;
import dev.rota.road.logs.TopicLayout;
import dev.rota.road.logs.TopicLogs;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Logs whose broker sends nothing of one topic from an offset on. */
record SilentLogs(TopicLogs logs, String topic, LongSupplier from) implements TopicLogs {
  private record Silent(Log log, LongSupplier from) implements ForwardingLog {
    @Override
    public List<ConsumerRecord<byte[], byte[]>> poll() {
      long end = from.getAsLong();
      if (log.position() >= end) {
        return List.of();
      }
      List<ConsumerRecord<byte[], byte[]>> some =
          log.poll().stream().filter(record -> record.offset() < end).toList();
      log.seek(Math.min(log.position(), end));
      return some;
    }
  }

  @Override
  public TopicLayout layout() {
    return logs.layout();
  }

  @Override
  public Log open(TopicPartition partition) {
    Log log = logs.open(partition);
    return partition.topic().equals(topic) ? new Silent(log, from) : log;
  }

  @Override
  public Map<TopicPartition, Long> committed(String group) {
    return logs.committed(group);
  }

  @Override
  public void close() {
    logs.close();
  }
}
