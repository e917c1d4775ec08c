package dev.rota.app.answers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.shards.Committed;
import dev.rota.shards.Heartbeat;
import dev.rota.shards.Joined;
import dev.rota.shards.Released;
import dev.rota.shards.ShardPolicy;
import dev.rota.shards.ShardTransaction;
import dev.rota.shards.ShardsDomain;
import dev.rota.shards.WorkerEvent;
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
  private Scenario pool;

  @BeforeEach
  void begin() {
    pool = new Scenario(new ShardsDomain(), POOL, folder);
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

    assertThat(pool.why("T"))
        .isEqualTo(
            """
            shards mainnet: turn 7 at 1970-01-01T00:00:00.060Z, verified from turn 1
            shard T
              waits because the only slot is taken; the first quantum, that of shard S on worker w, ends at 1970-01-01T00:00:00.110Z; the shard is at place 1 of 1 in the run queue, since 1970-01-01T00:00:00.020Z; a slot is free for it within 100 ms if no lease expires and no cycle outlasts its quantum (shards L1)
                - worker w: its slot is taken: shard S (epoch 1, quantum until 1970-01-01T00:00:00.110Z) (shards L1)
              turn 6, 1970-01-01T00:00:00.020Z: transaction t1 is accepted as number 1 of shard T, place 1 of its pool; by shards S1 it makes the shard (shards T1)
              turn 6, 1970-01-01T00:00:00.020Z: shard T goes to the tail of the run queue, place 1 (shards S3)
            """);
    assertThat(pool.forecast("T", "--kind", "shard"))
        .isEqualTo(
            """
            shards mainnet: turn 7 at 1970-01-01T00:00:00.060Z, verified from turn 1
            shard T: is started at 1970-01-01T00:00:00.110Z, in PT0.05S, on worker w
              why          worker w gets shard T: epoch 1, cycle 1 with 1 of 1 pending transaction (shards F1)
              turns        1 until then
              assumed      no transaction comes, and none fails
              assumed      workers stay, and send their heartbeats in time
              assumed      a cycle takes PT0.05S (p50 of 1)
            """);
    assertThat(pool.unless("T"))
        .isEqualTo(
            """
            unless: shard T waits since 1970-01-01T00:00:00.020Z
              with one more worker, like the first that joined, it is placed at 1970-01-01T00:00:00.020Z
                rota whatif shards --key mainnet --since 1970-01-01T00:00:00.020Z --add workers:1
            """);
  }

  /**
   * The nasty one, shards X7 with two attempts: t1 takes 40 ms. t2 and t3 are a batch, whose lease
   * is lost at 2050 ms (w gives it back) and at 2060 ms (nothing is executed). So t2 runs alone
   * from then on, and t3 stays behind.
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

    assertThat(pool.why("t3"))
        .isEqualTo(
            """
            shards mainnet: turn 9 at 1970-01-01T00:00:02.070Z, verified from turn 1
            transaction t3
              waits for another cycle at place 2 of 2, as suspects of lost leases run one at a time: its shard A runs on worker w, epoch 3, cycle 1 with 1 of 2 pending transactions; its quantum ends at 1970-01-01T00:00:02.160Z unless its start is reported; without a report it expires at 1970-01-01T00:00:32.060Z; by shards X7 its first 2 transactions run one at a time (shards X7)
                * transaction A/t2: place 1 of 2, in the batch (shards L2)
                - transaction A/t3: place 2 of 2, suspects of lost leases run one at a time (shards X7)
              turn 5, 1970-01-01T00:00:02.002Z: transaction t3 is accepted as number 3 of shard A, place 3 of its pool (shards T1)
              turn 6, 1970-01-01T00:00:02.040Z: transaction t3 is number 2 of the batch: worker w goes on with shard A: epoch 1, cycle 2 with 2 of 2 pending transactions, 60 ms of its quantum are left (shards L2)
              turn 7, 1970-01-01T00:00:02.050Z: transaction t3 is pending at place 2 of 2: worker w gave back cycle 2 of epoch 1 of shard A (shards X6)
              turn 7, 1970-01-01T00:00:02.050Z: transaction t3 is pending at place 2 of 2: the lease of worker w on shard A ends after cycle 2 of epoch 1: the worker gave it back; 1 lease is lost, after 2 its batch is run one at a time by shards X7 (shards X6)
              turn 7, 1970-01-01T00:00:02.050Z: transaction t3 is pending at place 2 of 2: shard A goes back to the tail of the run queue, place 1 (shards P1)
              turn 7, 1970-01-01T00:00:02.050Z: transaction t3 is number 2 of the batch: worker w gets shard A: epoch 2, cycle 1 with 2 of 2 pending transactions (shards L2)
                * shard A: is at the head of the run queue, since 1970-01-01T00:00:02.050Z (shards S4)
                * worker w: its slot has been free longest (shards W2)
              turn 8, 1970-01-01T00:00:02.060Z: transaction t3 is pending at place 2 of 2: worker w executed nothing in cycle 1 of epoch 2 of shard A (shards X4)
              turn 8, 1970-01-01T00:00:02.060Z: transaction t3 is pending at place 2 of 2: the lease of worker w on shard A ends after cycle 1 of epoch 2: nothing was executed; by shards X7 its first 2 transactions run one at a time (shards X4)
              turn 8, 1970-01-01T00:00:02.060Z: transaction t3 is pending at place 2 of 2: shard A goes back to the tail of the run queue, place 1 (shards P1)
              turn 8, 1970-01-01T00:00:02.060Z: transaction t3 stays behind at place 2 of 2 as suspects of lost leases run one at a time: worker w gets shard A: epoch 3, cycle 1 with 1 of 2 pending transactions (shards X7)
                * transaction A/t2: place 1 of 2, in the batch (shards L2)
                - transaction A/t3: place 2 of 2, suspects of lost leases run one at a time (shards X7)
            """);
    assertThat(pool.forecast("t3"))
        .isEqualTo(
            """
            shards mainnet: turn 9 at 1970-01-01T00:00:02.070Z, verified from turn 1
            transaction A/t3: is started at 1970-01-01T00:00:02.100Z, in PT0.03S, on worker w
              why          transaction t3 is number 1 of the batch: worker w goes on with shard A: epoch 3, cycle 2 with 1 of 1 pending transaction, 60 ms of its quantum are left (shards L2)
              turns        1 until then
              assumed      no transaction comes, and none fails
              assumed      workers stay, and send their heartbeats in time
              assumed      a cycle takes PT0.04S (p50 of 1)
            """);
    assertThat(pool.unless("t3"))
        .isEqualTo(
            """
            unless: transaction A/t3 waits since 1970-01-01T00:00:02.060Z
              with one more worker, like the first that joined, it still waits
              with quantumMs 50, it still waits
              with quantumMs 0, it still waits
              with maxBatch 20, it still waits
              no single change places it, of those that were tried: 4
            """);
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

    assertThat(pool.why("A"))
        .isEqualTo(
            """
            shards mainnet: turn 6 at 1970-01-01T00:00:11.050Z, verified from turn 1
            shard A
              waits because no worker is in the pool; the shard is at place 1 of 1 in the run queue, since 1970-01-01T00:00:11.050Z; 1 lease is lost, after 5 its batch is run one at a time by shards X7 (shards L1)
                - worker w: was its last worker, and is not in the pool any more: it has to join again (shards F6)
              turn 3, 1970-01-01T00:00:01Z: transaction a1 is accepted as number 1 of shard A, place 1 of its pool; by shards S1 it makes the shard (shards T1)
              turn 3, 1970-01-01T00:00:01Z: shard A goes to the tail of the run queue, place 1 (shards S3)
              turn 3, 1970-01-01T00:00:01Z: worker w gets shard A: epoch 1, cycle 1 with 1 of 1 pending transaction (shards F1)
                * shard A: is at the head of the run queue, since 1970-01-01T00:00:01Z (shards S4)
                * worker w: its slot has been free longest (shards W2)
              turn 4, 1970-01-01T00:00:01.050Z: a report of worker w on shard A counts: its lease lasts until 1970-01-01T00:00:31.050Z, its session until 1970-01-01T00:00:11.050Z (shards F2)
              turn 4, 1970-01-01T00:00:01.050Z: worker w made block 1 of 1 transaction in cycle 1 of epoch 1 of shard A (shards L5)
              turn 4, 1970-01-01T00:00:01.050Z: the lease of worker w on shard A ends after cycle 1 of epoch 1: its pool is empty; nothing is pending, so by shards P2 it rests (shards L4)
              turn 5, 1970-01-01T00:00:02Z: transaction a2 is accepted as number 2 of shard A, place 1 of its pool (shards T1)
              turn 5, 1970-01-01T00:00:02Z: shard A goes to the tail of the run queue, place 1 (shards S3)
              turn 5, 1970-01-01T00:00:02Z: worker w gets shard A: epoch 2, cycle 1 with 1 of 1 pending transaction (shards F1)
                * shard A: is at the head of the run queue, since 1970-01-01T00:00:02Z (shards S4)
                * worker w: its slot has been free longest (shards W2)
              turn 6, 1970-01-01T00:00:11.050Z: the lease of worker w on shard A ends after cycle 1 of epoch 2: the worker's session ended; 1 lease is lost, after 5 its batch is run one at a time by shards X7 (shards F4)
              turn 6, 1970-01-01T00:00:11.050Z: shard A goes back to the tail of the run queue, place 1 (shards P1)
            """);
    assertThat(pool.forecast("A"))
        .isEqualTo(
            """
            shards mainnet: turn 6 at 1970-01-01T00:00:11.050Z, verified from turn 1
            shard A: is not started within the horizon
              why not      waits because no worker is in the pool; the shard is at place 1 of 1 in the run queue, since 1970-01-01T00:00:11.050Z; 1 lease is lost, after 5 its batch is run one at a time by shards X7 (shards L1)
              turns        0 until then
              assumed      no transaction comes, and none fails
              assumed      workers stay, and send their heartbeats in time
            """);
    assertThat(pool.unless("A"))
        .isEqualTo(
            """
            unless: shard A waits since 1970-01-01T00:00:11.050Z
              with one more worker, like the first that joined, it does not begin to wait
                rota whatif shards --key mainnet --since 1970-01-01T00:00:11.050Z --add workers:1
            """);
  }
}
