package dev.rota.readers.whatif;

import dev.rota.kernel.domain.FleetChange;
import dev.rota.shards.Committed;
import dev.rota.shards.Joined;
import dev.rota.shards.ShardPolicy;
import dev.rota.shards.ShardTransaction;
import dev.rota.shards.ShardsDomain;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.wire.ShardsWire;
import dev.rota.testing.Book;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** Worked out by hand: section Q of the shards' rules. */
final class ShardsWhatIfTest {
  static final String POOL = "p";

  /**
   * A worker with one slot, a quantum of 100 ms, batches of one. Each transaction takes 50 ms. S
   * has s1 to s3 at 10, T has t1 at 20. The worker runs s1, s2, t1 behind the quantum, and s3.
   */
  private static Book book() {
    Book book = begun();
    commit(book, "S", 1, 1, 60);
    commit(book, "S", 1, 2, 110);
    commit(book, "T", 1, 1, 160);
    commit(book, "S", 2, 1, 210);
    return book;
  }

  /** Up to 20. */
  static Book begun() {
    Book book = new Book(new ShardsDomain());
    ShardPolicy policy =
        ShardPolicy.newBuilder().setPool(POOL).setQuantumMs(100L).setMaxBatch(1).build();
    book.take(ShardsWire.POLICIES, POOL, 0, policy);
    book.take(ShardsWire.WORKERS, POOL, 0, new WorkerEvent(POOL, "w", 1L, new Joined(1)));
    submit(book, "S", "s1", 10);
    submit(book, "S", "s2", 10);
    submit(book, "S", "s3", 10);
    submit(book, "T", "t1", 20);
    return book;
  }

  private static void submit(Book book, String shard, String id, long at) {
    ShardTransaction one =
        ShardTransaction.newBuilder()
            .setPool(POOL)
            .setShard(shard)
            .setId(id)
            .setPayload(ByteBuffer.allocate(0))
            .build();
    book.take(ShardsWire.TRANSACTIONS, POOL, at, one);
  }

  private static void commit(Book book, String shard, long epoch, long cycle, long at) {
    Committed committed =
        Committed.newBuilder().setShard(shard).setEpoch(epoch).setCycle(cycle).build();
    book.take(ShardsWire.WORKERS, POOL, at, new WorkerEvent(POOL, "w", 1L, committed));
  }

  private static Figured ask(String policy, FleetChange... fleet) {
    return new Figured(Asked.of(new ShardsDomain(), book(), POOL, policy, fleet));
  }

  @Test
  void aQuantumOfOneCycleLetsTheOtherShardInSooner() {
    // s1 to 60, t1 to 110, s2 to 160, s3 to 210.
    ask("{quantumMs: 0}")
        .has("leases", 3, 4)
        .has("leases ended by the quantum", 1, 4)
        .has("transactions in blocks", 4, 4)
        .of("from a transaction to its block", "T", 140, 90)
        .of("from a transaction to its block", "S", (50 + 100 + 200) / 3.0, (50 + 150 + 200) / 3.0);
  }

  @Test
  void aLargerBatchTakesTheSumOfItsTransactions() {
    // s1 to 60, then s2 and s3 together to 160, then t1 to 210.
    ask("{maxBatch: 10}")
        .has("blocks", 4, 3)
        .has("transactions in blocks", 4, 4)
        .of("from a transaction to its block", "T", 140, 190);
  }

  @Test
  void anotherWorkerTakesTheOtherShardAtOnce() {
    ask("{}", new FleetChange(true, "worker", "v", "w"))
        .of("from a transaction to its block", "T", 140, 50)
        .of("a shard in the run queue", "T", 90, 0);
  }

  @Test
  void withoutItsWorkerNothingIsExecuted() {
    ask("{}", new FleetChange(false, "workers", "1", null))
        .has("transactions accepted", 4, 4)
        .has("cycles", 4, 0)
        .has("blocks", 4, 0);
  }
}
