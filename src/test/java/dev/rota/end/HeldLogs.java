package dev.rota.end;

import dev.rota.road.logs.ForwardingLog;
import dev.rota.road.logs.TopicLayout;
import dev.rota.road.logs.TopicLogs;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Logs of which only the first records come, as if the rest took for ever. */
record HeldLogs(TopicLogs logs, long first) implements TopicLogs {
  private static final long POLL_NANOS = 20_000_000;

  @Override
  public TopicLayout layout() {
    return logs.layout();
  }

  @Override
  public Log open(TopicPartition partition) {
    return new Held(logs.open(partition), first);
  }

  @Override
  public Map<TopicPartition, Long> committed(String group) {
    return logs.committed(group);
  }

  @Override
  public void close() {
    logs.close();
  }

  private static final class Held implements ForwardingLog {
    private final Log log;
    private final long first;
    private long position;

    Held(Log log, long first) {
      this.log = log;
      this.first = first;
    }

    @Override
    public Log log() {
      return log;
    }

    @Override
    public long position() {
      return position;
    }

    @Override
    public void seek(long offset) {
      position = offset;
      log.seek(offset);
    }

    @Override
    public List<ConsumerRecord<byte[], byte[]>> poll() {
      if (position >= first) {
        LockSupport.parkNanos(POLL_NANOS);
        return List.of();
      }
      List<ConsumerRecord<byte[], byte[]>> some =
          log.poll().stream().filter(record -> record.offset() < first).toList();
      position = first;
      return some;
    }
  }
}
