package dev.rota.cli.answers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.shards.Committed;
import dev.rota.shards.Heartbeat;
import dev.rota.shards.Joined;
import dev.rota.shards.Released;
import dev.rota.shards.ShardPolicy;
import dev.rota.shards.ShardTransaction;
import dev.rota.shards.ShardsDomain;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.ShardsInput;
import dev.rota.shards.model.ShardsState;
import dev.rota.shards.wire.ShardsWire;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three situations of a pool with one worker of one slot, each asked why, when, and what would
 * change it. All is worked out by hand from the rules of shards.
 */
final class ShardsAnswersTest {
  private static final String POOL = "mainnet";

  @TempDir private Path folder;
  private Scenario<ShardsState, ShardsInput, ShardsFact> pool;

  @BeforeEach
  void begin() {
    pool = new Scenario<>(new ShardsDomain(), POOL, folder);
  }

  private static ShardPolicy.Builder policy() {
    return ShardPolicy.newBuilder().setPool(POOL).setQuantumMs(100L);
  }

  private void policy(ShardPolicy.Builder policy) {
    pool.take(ShardsWire.POLICIES, 0, policy.build());
    event(0, new Joined(1));
  }

  private void event(long atMillis, Object event) {
    pool.take(ShardsWire.WORKERS, atMillis, new WorkerEvent(POOL, "w", 1L, event));
  }

  private void submit(long atMillis, String shard, String id) {
    ShardTransaction one =
        ShardTransaction.newBuilder()
            .setPool(POOL)
            .setShard(shard)
            .setId(id)
            .setPayload(ByteBuffer.allocate(0))
            .build();
    pool.take(ShardsWire.TRANSACTIONS, atMillis, one);
  }

  /**
   * All is executed; 0: nothing is.
   *
   * @param executed null: all
   */
  private void commit(long atMillis, String shard, long epoch, long cycle, Integer executed) {
    Committed committed =
        Committed.newBuilder()
            .setShard(shard)
            .setEpoch(epoch)
            .setCycle(cycle)
            .setExecuted(executed)
            .build();
    event(atMillis, committed);
  }

  /**
   * shards Q1 and Q2: S has w since 10 ms, with batches of one. Its first cycle took 50 ms, and its
   * second is out since 60 ms. That will be over at 110 ms: its lease has lasted 100 ms then, which
   * is its quantum, so it ends with s3 pending, and T is next.
   *
   * <p>Another worker is free when T comes, at 20 ms.
   */
  @Test
  void aShardBehindAQuantum() {
    policy(policy().setMaxBatch(1));
    submit(10, "S", "s1");
    submit(10, "S", "s2");
    submit(10, "S", "s3");
    submit(20, "T", "t1");
    commit(60, "S", 1, 1, null);

    assertThat(pool.why("T")).isEqualTo("@s1why@");
    assertThat(pool.forecast("T", "--kind", "shard")).isEqualTo("@s1forecast@");
    assertThat(pool.unless("T")).isEqualTo("@s1unless@");
  }

  /**
   * The nasty one, shards X7 with two attempts: t1 takes 40 ms. t2 and t3 are a batch, whose lease
   * is lost at 2050 ms (w gives it back) and at 2060 ms (nothing is executed). So t2 runs alone from
   * then on, and t3 stays behind.
   *
   * <p>Where t2 is no poison after all it takes 40 ms as well, so t3 is in the batch of 2100 ms.
   *
   * <p>t3 waits since 2060 ms: it was in a batch before. Nothing lets it in: a shard is with one
   * worker at most (shards S6), a running cycle is never interrupted (shards Q2), and suspects run
   * alone, however large batches may be.
   */
  @Test
  void aTransactionBehindAPoison() {
    policy(policy().setMaxBatch(10).setMaxAttempts(2));
    submit(2_000, "A", "t1");
    submit(2_001, "A", "t2");
    submit(2_002, "A", "t3");
    commit(2_040, "A", 1, 1, null);
    event(2_050, new Released("A", 1L, 2L));
    commit(2_060, "A", 2, 1, 0);
    event(2_070, new Heartbeat());

    assertThat(pool.why("t3")).isEqualTo("@s2why@");
    assertThat(pool.forecast("t3")).isEqualTo("@s2forecast@");
    assertThat(pool.unless("t3")).isEqualTo("@s2unless@");
  }

  /**
   * shards F4: w says nothing since 1050 ms, so it is gone 10 s later, and its shard goes back. No
   * worker is left, and none is assumed to come.
   *
   * <p>Another worker would have joined at that very instant, and have it.
   */
  @Test
  void aShardWhoseWorkerDied() {
    policy(policy());
    submit(1_000, "A", "a1");
    commit(1_050, "A", 1, 1, null);
    submit(2_000, "A", "a2");
    pool.tick(11_050);

    assertThat(pool.why("A")).isEqualTo("@s3why@");
    assertThat(pool.forecast("A")).isEqualTo("@s3forecast@");
    assertThat(pool.unless("A")).isEqualTo("@s3unless@");
  }
}
