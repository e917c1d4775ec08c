package dev.rota.readers.capsule;

import dev.rota.road.logs.ForwardingLog;
import dev.rota.road.logs.KafkaLogs;
import dev.rota.road.logs.RecordsLog;
import dev.rota.road.logs.TopicLayout;
import dev.rota.road.logs.TopicLogs;
import dev.rota.road.topics.RequiredTopics;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * A part of a ledger partition, behind a checkpoint that may be kept nowhere else.
 *
 * @param whole where the ledger is
 * @param from the first offset
 * @param to exclusive
 * @param checkpoint its records; empty: the part begins with the ledger
 */
record LedgerCut(
    TopicLogs whole,
    String domain,
    int partition,
    long from,
    long to,
    List<ConsumerRecord<byte[], byte[]>> checkpoint)
    implements TopicLogs {
  private static final String MADE_HERE = "made for a capsule";

  /** Ledger and checkpoint. */
  List<TopicPartition> partitions() {
    return checkpoint.isEmpty() ? List.of(ledger()) : List.of(ledger(), checkpoints());
  }

  private TopicPartition ledger() {
    return new TopicPartition(RequiredTopics.ledger(domain), partition);
  }

  private TopicPartition checkpoints() {
    return new TopicPartition(RequiredTopics.checkpoints(domain), partition);
  }

  @Override
  public TopicLayout layout() {
    TopicLayout.Topic ledger = whole.layout().topics().get(RequiredTopics.ledger(domain));
    TopicLayout.Topic kept = new TopicLayout.Topic(MADE_HERE, ledger.partitions());
    return new TopicLayout(
        whole.layout().clusterId(),
        Map.of(RequiredTopics.ledger(domain), ledger, RequiredTopics.checkpoints(domain), kept));
  }

  @Override
  public Log open(TopicPartition one) {
    if (one.equals(checkpoints())) {
      return new RecordsLog(0, checkpoint.size(), checkpoint);
    }
    return one.equals(ledger()) ? new Part(whole.open(one), from, to) : new KafkaLogs.NoLog();
  }

  @Override
  public Map<TopicPartition, Long> committed(String group) {
    return Map.of();
  }

  @Override
  public void close() {
    // Who opened the whole closes it.
  }

  /** Some offsets of a partition. */
  private record Part(Log log, long from, long to) implements ForwardingLog {
    Part {
      log.seek(from);
    }

    @Override
    public long begin() {
      return Math.max(from, log.begin());
    }

    @Override
    public long end() {
      return to;
    }

    @Override
    public long committed() {
      return to;
    }

    @Override
    public long written() {
      return to;
    }
  }
}
