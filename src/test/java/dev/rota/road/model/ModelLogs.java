package dev.rota.road.model;

import dev.rota.road.logs.TopicLayout;
import dev.rota.road.logs.TopicLogs;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;

/** The topics of the model's cluster, as audits and whoever trims read them. */
record ModelLogs(ModelCluster cluster, TopicLayout layout) implements TopicLogs {
  @Override
  public Log open(TopicPartition partition) {
    return new Reading(partition, cluster.log(partition));
  }

  @Override
  public Map<TopicPartition, Long> committed(String group) {
    return Map.of();
  }

  @Override
  public void close() {
    // Nothing is held.
  }

  private static final class Reading implements Log {
    private final TopicPartition partition;
    private final ModelLog log;
    private long position;

    Reading(TopicPartition partition, ModelLog log) {
      this.partition = partition;
      this.log = log;
      this.position = log.begin();
    }

    @Override
    public long begin() {
      return log.begin();
    }

    @Override
    public long end() {
      return log.stable();
    }

    @Override
    public long written() {
      return log.end();
    }

    @Override
    public long position() {
      return position;
    }

    @Override
    public void seek(long offset) {
      position = offset;
    }

    @Override
    public List<ConsumerRecord<byte[], byte[]>> poll() {
      if (position < begin()) {
        throw new OffsetOutOfRangeException(Map.of(partition, position));
      }
      List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
      position = log.committed(position, all::add);
      return all;
    }

    @Override
    public void close() {
      // Nothing is held.
    }
  }
}
