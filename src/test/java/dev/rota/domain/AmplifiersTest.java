package dev.rota.domain;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.ledger.Decided;
import dev.rota.shards.Failed;
import dev.rota.shards.Joined;
import dev.rota.shards.ShardTransaction;
import dev.rota.shards.ShardsDomain;
import dev.rota.shards.WorkerEvent;
import dev.rota.testing.Book;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** Inputs whose outputs hold much more than they do. */
class AmplifiersTest {
  private static final long BYTES_MAX = 128 << 20;

  @Test
  void anErrorThatEveryTransactionOfABatchRepeats() {
    var book = new Book<>(new ShardsDomain());
    String shard = "s".repeat(512);
    for (int i = 0; i < 1000; i++) {
      var tx =
          new ShardTransaction(
              "pool", shard, "t" + i, null, null, ByteBuffer.wrap("p".getBytes(UTF_8)));
      book.take("shard-transactions", "pool", 0, tx);
    }
    book.take("worker-events", "pool", 1, new WorkerEvent("pool", "w", 1L, new Joined(1)));

    var failed = new Failed(shard, 1L, 1L, "e".repeat(400_000));
    Decided decided =
        book.take("worker-events", "pool", 2, new WorkerEvent("pool", "w", 1L, failed));

    long bytes = decided.published().stream().mapToLong(one -> one.payload().length).sum();
    assertThat(bytes).isLessThanOrEqualTo(BYTES_MAX);
  }
}
