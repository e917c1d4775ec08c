package dev.rota.readers.follow;

import dev.rota.road.logs.ForwardingLog;
import dev.rota.road.logs.TopicLayout;
import dev.rota.road.logs.TopicLogs;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Logs that know how long they were waited for: what an answer's reading costs. Thread-safe. */
public final class TimedLogs implements TopicLogs {
  private final LongAdder nanos = new LongAdder();
  private final TopicLogs logs;

  public TimedLogs(TopicLogs logs) {
    this.logs = logs;
  }

  /** The time that was spent in them so far, ns; the time of several threads is added. */
  public long nanos() {
    return nanos.sum();
  }

  private <T> T timed(Supplier<T> what) {
    long began = System.nanoTime();
    try {
      return what.get();
    } finally {
      nanos.add(System.nanoTime() - began);
    }
  }

  private void time(Runnable what) {
    var _ =
        timed(
            () -> {
              what.run();
              return null;
            });
  }

  @Override
  public TopicLayout layout() {
    return logs.layout();
  }

  @Override
  public String id(String topic) {
    return timed(() -> logs.id(topic));
  }

  @Override
  public Log open(TopicPartition partition) {
    return new TimedLog(timed(() -> logs.open(partition)));
  }

  @Override
  public long begin(TopicPartition partition) {
    return timed(() -> logs.begin(partition));
  }

  @Override
  public long end(TopicPartition partition) {
    return timed(() -> logs.end(partition));
  }

  @Override
  public Map<TopicPartition, Long> committed(String group) {
    return timed(() -> logs.committed(group));
  }

  @Override
  public void close() {
    time(logs::close);
  }

  /** One partition. What a client knows without asking is not timed. */
  private final class TimedLog implements ForwardingLog {
    private final Log log;

    TimedLog(Log log) {
      this.log = log;
    }

    @Override
    public Log log() {
      return log;
    }

    @Override
    public long committed() {
      return timed(log::committed);
    }

    @Override
    public long written() {
      return timed(log::written);
    }

    @Override
    public List<ConsumerRecord<byte[], byte[]>> poll() {
      return timed(log::poll);
    }

    @Override
    public void close() {
      time(log::close);
    }
  }
}
