package dev.rota.road.stream;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.ledger.LaneStore;
import dev.rota.kernel.ledger.PageWire;
import dev.rota.kernel.table.TreeRows;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.logs.PeekingReader;
import dev.rota.road.logs.TopicLogs;
import dev.rota.road.stream.past.LedgerEnd;
import dev.rota.road.stream.past.PastLedger;
import dev.rota.road.stream.past.RetainedCheckpoints;
import dev.rota.road.stream.rows.UnsavedTail;
import dev.rota.road.topics.PageHeaders;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.UnfitCluster;
import dev.rota.road.topics.WireFormat;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** A task whose rows are lost finds a cluster in memory. */
public final class LostRows implements PastLedger {
  private final String ledger;
  private final TopicLogs logs;
  private final CheckpointChoice since;

  private LostRows(String ledger, TopicLogs logs, CheckpointChoice since) {
    this.ledger = ledger;
    this.logs = logs;
    this.since = since;
  }

  /**
   * Opens the partition with these rows, and leaves in them what it decides on with.
   *
   * @param since whose kept checkpoints count
   * @return how many turns were replayed
   * @throws UnfitCluster if it cannot be opened
   */
  public static long open(
      Domain domain, TopicLogs logs, CheckpointChoice since, int partition, TreeRows rows) {
    PartitionOpening opening =
        new PartitionOpening(
            domain,
            partition,
            new LostRows(RequiredTopics.ledger(domain.name()), logs, since),
            new KeptInMemory(rows, () -> new LaneStore(domain, rows)),
            rows,
            new UnsavedTail(() -> 0));
    opening.open(false);
    return opening.decided();
  }

  @Override
  public LedgerEnd end(int partition) {
    LedgerEnd[] end = {new LedgerEnd(true)};
    readAll(
        partition,
        record ->
            end[0] =
                new LedgerEnd(
                    PageHeaders.number(record.headers()),
                    PageWire.seal(WireFormat.payload(record))));
    return end[0];
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
    TopicPartition one = new TopicPartition(ledger, partition);
    try (PeekingReader reader = new PeekingReader(logs.open(one), one, 1)) {
      for (var record = reader.take(); record != null; record = reader.take()) {
        to.accept(record);
      }
    }
  }

  @Override
  public void readFrom(
      TopicPartition partition, long offset, Consumer<ConsumerRecord<byte[], byte[]>> to) {
    throw new UnsupportedOperationException("its rows have no changelog");
  }

  @Override
  public RetainedCheckpoints kept(Domain domain, int partition) {
    return RetainedCheckpoints.of(domain, logs, since, partition, Throwable::getMessage);
  }
}
