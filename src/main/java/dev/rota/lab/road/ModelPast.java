package dev.rota.lab.road;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.ledger.PageWire;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.logs.TopicLogs;
import dev.rota.road.stream.past.LedgerEnd;
import dev.rota.road.stream.past.PastLedger;
import dev.rota.road.stream.past.RetainedCheckpoints;
import dev.rota.road.topics.PageHeaders;
import dev.rota.road.topics.WireFormat;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * What a task finds in the ledger of the model's cluster.
 *
 * @param ledger its partition of that number
 * @param written all that the task of that number writes
 * @param logs of the cluster
 * @param begun is told of each start with a kept checkpoint, since the first turns are gone
 * @param broken what is not kept, or null
 */
record ModelPast(
    ModelCluster cluster,
    TopicLogs logs,
    IntFunction<TopicPartition> ledger,
    IntFunction<List<TopicPartition>> written,
    Runnable begun,
    KafkaPromise broken)
    implements PastLedger {
  @Override
  public LedgerEnd end(int partition) {
    if (broken != KafkaPromise.OPEN_TRANSACTIONS_ARE_AWAITED
        && written.apply(partition).stream().anyMatch(one -> cluster.log(one).hasOpen())) {
      throw new TimeoutException("a transaction is open");
    }
    ModelLog log = cluster.log(ledger.apply(partition));
    LedgerEnd[] end = {new LedgerEnd(log.end() > 0)};
    readAll(
        partition,
        record ->
            end[0] =
                new LedgerEnd(
                    PageHeaders.number(record.headers()),
                    PageWire.seal(WireFormat.payload(record))));
    boolean headed = log.begin() == 0 && end[0].pages() > 0;
    return end[0].beginning(log.begin(), headed ? 1 : 0);
  }

  @Override
  public void readAfter(int partition, long page, Consumer<ConsumerRecord<byte[], byte[]>> to) {
    readAll(
        partition,
        record -> {
          if (PageHeaders.number(record.headers()) > page) {
            to.accept(record);
          }
        });
  }

  @Override
  public void readAll(int partition, Consumer<ConsumerRecord<byte[], byte[]>> to) {
    ModelLog log = cluster.log(ledger.apply(partition));
    log.committed(log.begin(), to);
  }

  @Override
  public void readFrom(
      TopicPartition partition, long offset, Consumer<ConsumerRecord<byte[], byte[]>> to) {
    if (broken != KafkaPromise.CHANGELOG_IS_READ_TO_ITS_END) {
      cluster.log(partition).committed(offset, to);
    }
  }

  @Override
  public RetainedCheckpoints kept(Domain domain, int partition) {
    if (cluster.log(ledger.apply(partition)).begin() == 0) {
      return RetainedCheckpoints.none();
    }
    begun.run();
    return RetainedCheckpoints.of(
        domain, logs, CheckpointChoice.BEGINNING, partition, Throwable::getMessage);
  }
}
