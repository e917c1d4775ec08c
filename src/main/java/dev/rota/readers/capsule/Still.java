package dev.rota.readers.capsule;

import dev.rota.road.logs.Layout;
import dev.rota.road.logs.LogOver;
import dev.rota.road.logs.Logs;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Logs that do not grow, as one reads them who waits for more: a poll at the end takes a while. */
record Still(Logs logs) implements Logs {
  private static final long POLL_NANOS = 100_000_000;

  @Override
  public Layout layout() {
    return logs.layout();
  }

  @Override
  public Log open(TopicPartition partition) {
    return new Ended(logs.open(partition));
  }

  @Override
  public Map<TopicPartition, Long> committed(String group) {
    return logs.committed(group);
  }

  @Override
  public void close() {
    logs.close();
  }

  private record Ended(Log log) implements LogOver {
    @Override
    public List<ConsumerRecord<byte[], byte[]>> poll() {
      if (log.position() >= log.end()) {
        LockSupport.parkNanos(POLL_NANOS);
        return List.of();
      }
      return log.poll();
    }
  }
}
