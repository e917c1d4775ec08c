package dev.rota.readers.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.bots.BotsDomain;
import dev.rota.chunks.ChunksDomain;
import dev.rota.cores.CoresDomain;
import dev.rota.kernel.domain.Why.Thing;
import dev.rota.readers.whatif.SmallestChangeSearch.Tried;
import dev.rota.shards.ShardsDomain;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The smallest change, worked out by hand in the histories of the other tests. */
final class UnlessTest {
  private static void isPlaced(List<Tried> tried, String by, long atMillis) {
    assertThat(tried).isNotEmpty();
    Tried last = tried.get(tried.size() - 1);
    assertThat(last.remedy().what()).isEqualTo(by);
    assertThat(last.atMillis()).isEqualTo(atMillis);
    assertThat(tried.subList(0, tried.size() - 1)).allMatch(one -> one.atMillis() == null);
  }

  @Test
  void aQuotaOfOneMore() {
    // A is at its maximum of 1, and one of two bots is free.
    List<Tried> tried =
        Asked.unless(new BotsDomain(), OneBot.full(), OneBot.GRID, new Thing("job", "second"));
    isPlaced(tried, "with the maximum of A in c at 2", 2_000);
    assertThat(tried).hasSize(1);
    assertThat(tried.get(0).change().flags())
        .startsWith(" --since 1970-01-01T00:00:02Z --policy '{\"quotas\":[{")
        .contains("\"max\":2");
  }

  @Test
  void aCoreMore() {
    // 2001 waits in block 1, where 2000 has the only core.
    var book = CoresWhatIfTest.begun();
    List<Tried> tried =
        Asked.unless(new CoresDomain(), book, CoresWhatIfTest.CHAIN, new Thing("para", "2001"));
    isPlaced(tried, "with 1 more core for parathreads", 6_000);
    assertThat(
            Asked.unless(new CoresDomain(), book, CoresWhatIfTest.CHAIN, new Thing("para", "2000")))
        .as("it has a core")
        .isEmpty();
  }

  @Test
  void aWorkerMore() {
    // T waits since 20 behind S. At 20, w is there, and so one like it joins.
    var book = ShardsWhatIfTest.begun();
    isPlaced(
        Asked.unless(new ShardsDomain(), book, ShardsWhatIfTest.POOL, new Thing("shard", "T")),
        "with one more worker, like the first that joined",
        20);
    isPlaced(
        Asked.unless(
            new ShardsDomain(), book, ShardsWhatIfTest.POOL, new Thing("transaction", "T/t1")),
        "with one more worker, like the first that joined",
        20);
  }

  @Test
  void aStorageWorkerMore() {
    // Three workers of 100 bytes and two chunks of 90: two copies of each are four. A fourth worker
    // holds the fourth.
    isPlaced(
        Asked.unless(
            new ChunksDomain(),
            ChunksWhatIfTest.tight(),
            ChunksWhatIfTest.NETWORK,
            new Thing("chunk", "s3://d/c1")),
        "with 1 more worker like the first one",
        ChunksWhatIfTest.TIGHT_MILLIS);
  }
}
