package dev.rota.readers.capsule;

import dev.rota.road.logs.ForwardingLog;
import dev.rota.road.logs.TopicLayout;
import dev.rota.road.logs.TopicLogs;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Logs that do not grow, as one reads them who waits for more: a poll at the end takes a while. */
record FrozenLogs(TopicLogs logs) implements TopicLogs {
  private static final long POLL_NANOS = 100_000_000;

  @Override
  public TopicLayout layout() {
    return logs.layout();
  }

  @Override
  public boolean isStill() {
    return true;
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

  private record Ended(Log log) implements ForwardingLog {
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
