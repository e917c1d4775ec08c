package dev.rota.shards.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.lab.simulate.LanesInMemory;
import dev.rota.lab.traffic.Traffic;
import dev.rota.shards.Joined;
import dev.rota.shards.PoolOutcome;
import dev.rota.shards.ShardTransaction;
import dev.rota.shards.ShardsDomain;
import dev.rota.shards.TransactionOutcome;
import dev.rota.shards.TransactionOutcomeKind;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.wire.ShardsWire;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** Transactions are accepted where nobody executes them, and whoever sent one is told so. */
class NoWorkerTest {
  private static final String POOL = "mainnet";

  private final LanesInMemory bench = new LanesInMemory(new ShardsDomain());

  private TransactionOutcome send(long atMillis, String id) {
    ShardTransaction sent = new ShardTransaction(POOL, "A", id, null, null, ByteBuffer.allocate(0));
    PoolOutcome outcome =
        (PoolOutcome)
            bench
                .take(POOL, new Traffic.Event(ShardsWire.TRANSACTIONS, atMillis, sent))
                .published()
                .get(0)
                .record();
    TransactionOutcome transaction = (TransactionOutcome) outcome.getEvent();
    assertThat(transaction.getOutcome()).isEqualTo(TransactionOutcomeKind.ACCEPTED);
    return transaction;
  }

  @Test
  void anAcceptedTransactionSaysThatNoWorkerIsThereWhileThereIsNone() {
    assertThat(send(0, "t1").getDetail())
        .isEqualTo("no worker is in the pool: the transaction waits until one joins");
    WorkerEvent joins = new WorkerEvent(POOL, "w1", 1L, new Joined(1));
    bench.take(POOL, new Traffic.Event(ShardsWire.WORKERS, 0, joins));
    assertThat(send(1, "t2").getDetail()).isNull();
    bench.tick(POOL, 20_000);
    assertThat(send(20_000, "t3").getDetail()).as("its session is over").contains("no worker");
  }
}
