package dev.rota.road.model;

import dev.rota.road.logs.RecordsLog;
import dev.rota.road.logs.TopicLayout;
import dev.rota.road.logs.TopicLogs;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** The topics of the model's cluster, as audits and whoever trims read them. */
record ModelLogs(ModelCluster cluster, TopicLayout layout) implements TopicLogs {
  @Override
  public Log open(TopicPartition partition) {
    ModelLog log = cluster.log(partition);
    List<ConsumerRecord<byte[], byte[]>> retained = new ArrayList<>();
    log.committed(log.begin(), retained::add);
    return new RecordsLog(log.begin(), log.stable(), retained);
  }

  @Override
  public Map<TopicPartition, Long> committed(String group) {
    return Map.of();
  }

  @Override
  public void close() {
    // Nothing is held.
  }
}
