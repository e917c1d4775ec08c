package dev.rota.readers.audit;

import dev.rota.road.logs.Layout;
import dev.rota.road.logs.LogOver;
import dev.rota.road.logs.Logs;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Logs whose broker sends nothing of one topic from an offset on. */
record SilentLogs(Logs logs, String topic, LongSupplier from) implements Logs {
  private record Silent(Log log, LongSupplier from) implements LogOver {
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
  public Layout layout() {
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
