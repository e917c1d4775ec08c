package dev.rota.shards.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.kernel.domain.OpaqueBytes;
import dev.rota.shards.model.CycleWork;
import dev.rota.shards.model.LonePool;
import dev.rota.shards.model.PoolFact.TransactionLost;
import dev.rota.shards.model.PooledTransaction;
import dev.rota.shards.model.ShardFact;
import dev.rota.shards.model.ShardFact.LeaseGranted;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.ShardsInput;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What keeps batches, pools and rows small. */
class PoolLimitsTest {
  private static final int MIB = 1 << 20;

  private final LonePool pool = new LonePool();

  private CycleWork granted(List<ShardsFact> facts) {
    return facts.stream()
        .filter(LeaseGranted.class::isInstance)
        .map(fact -> ((LeaseGranted) fact).work())
        .findFirst()
        .orElseThrow();
  }

  private static ShardsInput large(String id, int bytes) {
    return new ShardsInput.Submit("A", id, null, null, OpaqueBytes.of(new byte[bytes]));
  }

  @Test
  void aBatchIsNeverMoreThanThePolicyAllows() {
    pool.take(0, Inputs.policy("maxBatch", 2));
    for (int i = 0; i < 5; i++) {
      pool.take(0, Inputs.tx("A", "t" + i));
    }
    assertThat(granted(pool.take(0, Inputs.join("w1", 1, 1))).count()).isEqualTo(2);
  }

  /** An assignment holds its whole batch, and a record has its largest size. */
  @Test
  void aBatchIsNeverMoreThanARecordHolds() {
    pool.take(0, Inputs.policy("maxBatch", 0));
    for (int i = 0; i < 20; i++) {
      pool.take(0, large("t" + i, MIB));
    }
    assertThat(granted(pool.take(0, Inputs.join("w1", 1, 1))).count()).isEqualTo(7);
  }

  /** 8 MiB, as the policy's schema says, the last byte among them. */
  @ParameterizedTest
  @CsvSource({"0, 2", "1, 1"})
  void aBatchMayWeighExactlyTheLimitAndNotAByteMore(int more, int count) {
    int besidesItsPayload =
        (int) PooledTransaction.of("t1", null, null, OpaqueBytes.NONE, 0).weight();
    pool.take(0, large("t1", 5 * MIB - besidesItsPayload));
    pool.take(0, large("t2", 3 * MIB - besidesItsPayload + more));
    assertThat(granted(pool.take(0, Inputs.join("w1", 1, 1))).count()).isEqualTo(count);
  }

  @Test
  void aTransactionAsLargeAsARecordGoesAlone() {
    pool.take(0, large("t1", 9 * MIB));
    pool.take(0, large("t2", 1));
    assertThat(granted(pool.take(0, Inputs.join("w1", 1, 1))).count()).isEqualTo(1);
  }

  /** Rows are of what is pending and of nothing that was. */
  @Test
  void aTransactionThatIsThroughLeavesNoRow() {
    pool.take(0, Inputs.join("w1", 1, 1));
    for (int i = 1; i <= 50; i++) {
      pool.take(i * 1000L, Inputs.tx("A", "t" + i));
      pool.take(i * 1000L + 1, Inputs.done("A", "w1", i, 1));
      pool.take(i * 1000L + 2, Inputs.beat("w1", 1));
    }
    assertThat(pool.state().shard("A").height()).isEqualTo(50);
    // The counters, the worker and the shard.
    assertThat(pool.rows()).isEqualTo(3);
  }

  @Test
  void nobodysNoncesAreRememberedWhenTheyAreLookedAtNoMore() {
    pool.take(0, Inputs.join("w1", 1, 1));
    pool.take(0, Inputs.policy("nonces", "STRICT"));
    pool.take(1, Inputs.tx("A", "t1", "s", 0));
    pool.take(2, Inputs.done("A", "w1", 1, 1));
    pool.rebuild();
    assertThat(pool.state().shard("A").accounts().next("s")).isEqualTo(1);
    int before = pool.rows();
    pool.take(3, Inputs.policy("nonces", "OFF"));
    assertThat(pool.rows()).isEqualTo(before - 1);
    pool.rebuild();
    pool.take(4, Inputs.policy("nonces", "STRICT"));
    assertThat(pool.state().shard("A").accounts().next("s")).isZero();
  }

  /** T4: what failed is as if it had never been. */
  @Test
  void aFailedNonceIsExpectedAgain() {
    pool.take(0, Inputs.join("w1", 1, 1));
    pool.take(0, Inputs.policy("nonces", "STRICT"));
    pool.take(1, Inputs.tx("A", "t1", "s", 0));
    pool.take(2, Inputs.done("A", "w1", 1, 1, null, List.of("t1")));
    assertThat(pool.state().shard("A").accounts().next("s")).isZero();
    pool.rebuild();
    pool.take(3, Inputs.tx("A", "t2", "s", 0));
    assertThat(pool.state().shard("A").accounts().next("s")).isEqualTo(1);
  }

  /** X7: what falls alone is the poison, whoever runs it. */
  @Test
  void byDefaultFiveLostLeasesPutABatchUnderSuspicionAndOneMoreTakesThePoisonOut() {
    pool.take(0, Inputs.tx("A", "poison"));
    pool.take(0, Inputs.tx("A", "t2"));
    for (int incarnation = 1; incarnation <= 5; incarnation++) {
      CycleWork work = granted(pool.take(incarnation, Inputs.join("w1", incarnation, 1)));
      assertThat(work.count()).isEqualTo(2);
    }
    assertThat(granted(pool.take(6, Inputs.join("w1", 6, 1))).count()).isEqualTo(1);
    List<ShardsFact> sixth = pool.take(7, Inputs.join("w1", 7, 1));
    assertThat(sixth)
        .filteredOn(TransactionLost.class::isInstance)
        .extracting(fact -> ((TransactionLost) fact).detail())
        .containsExactly(
            "its batch lost 5 leases in a row (maxAttempts), so it was run alone, and lost epoch 6"
                + " of worker w1 too (SUPERSEDED): see what that worker says of it, mend that, and"
                + " send it again");
    CycleWork after = granted(sixth);
    assertThat(after.transactions()).extracting(ShardFact.Item::id).containsExactly("t2");
    pool.rebuild();
  }
}
