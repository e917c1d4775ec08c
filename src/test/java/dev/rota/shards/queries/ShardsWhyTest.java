package dev.rota.shards.queries;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.kernel.domain.Why.Thing;
import dev.rota.shards.model.ShardsInput;
import dev.rota.shards.model.ShardsInput.Change;
import dev.rota.shards.model.ShardsInput.GaveBack;
import dev.rota.shards.model.ShardsInput.Report;
import dev.rota.shards.rules.Inputs;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Why shards, transactions and workers are as they are: by hand, from the rules' book. */
class ShardsWhyTest {
  private static final String DAY = "1970-01-01T00:00:";

  private final AskedPool pool = new AskedPool();

  private static Thing shard(String name) {
    return new Thing("shard", name);
  }

  private static Thing worker(String name) {
    return new Thing("worker", name);
  }

  private static Thing transaction(String id) {
    return new Thing("transaction", id);
  }

  /** Four transactions, three shards, and nobody who executes them. */
  private void threeShards() {
    pool.take(10, Inputs.tx("A", "a1"));
    pool.take(20, Inputs.tx("B", "b1"));
    pool.take(20, Inputs.tx("B", "b2"));
    pool.take(30, Inputs.tx("C", "c1"));
  }

  @Test
  void theHeadOfTheQueueGoesToTheOnlySlotAndTheOthersWait() {
    threeShards();
    assertThat(pool.why(shard("A"), 35))
        .containsExactly(
            "waits because no worker is in the pool; the shard is at place 1 of 3 in the run queue,"
                + " since "
                + DAY
                + "00.010Z (shards L1)");

    assertThat(pool.decided(shard("C"), 40, Inputs.join("w1", 1, 1)))
        .containsExactly(
            "shard C goes on waiting at place 3 of 3: worker w1 gets shard A at the head"
                + " (shards S4)",
            "* shard A: is at the head of the run queue, since " + DAY + "00.010Z (shards S4)",
            "* worker w1: its slot has been free longest (shards W2)",
            "- shard B: is at place 2 of 3, since " + DAY + "00.020Z (shards S4)",
            "- shard C: is at place 3 of 3, since " + DAY + "00.030Z (shards S4)");

    String why =
        "waits because the only slot is taken; the first quantum, that of shard A on worker w1,"
            + " ends at "
            + DAY
            + "00.140Z unless its start is reported; the shard is at place %d of 2 in the run"
            + " queue%s, since "
            + DAY
            + "00.0%d0Z; a slot is free for it within %d ms if no lease expires and no cycle"
            + " outlasts its quantum";
    String taken =
        "- worker w1: its slot is taken: shard A (epoch 1, quantum until "
            + DAY
            + "00.140Z unless its start is reported) (shards L1)";
    assertThat(pool.why(shard("C"), 50))
        .containsExactly(
            why.formatted(2, ", behind B", 3, 60_200) + " (shards L1)",
            taken,
            "- shard B: is ahead in the run queue, since " + DAY + "00.020Z (shards S4)");
    assertThat(pool.why(transaction("b2"), 50))
        .containsExactly(
            "waits with its shard B at place 2 of 2, in the next batch: the shard "
                + why.formatted(1, "", 2, 30_100)
                + " (shards L1)",
            taken,
            "- transaction B/b1: place 1 of 2, in the next batch (shards L2)",
            "- transaction B/b2: place 2 of 2, in the next batch (shards L2)");
  }

  /** Q2: the quantum is looked at before the pool is. */
  @Test
  void aLeaseEndsByItsQuantumAndTheNextShardIsServed() {
    threeShards();
    pool.take(40, Inputs.join("w1", 1, 1));

    assertThat(pool.decided(worker("w1"), 150, Inputs.done("A", "w1", 1, 1)))
        .containsExactly(
            "a report of worker w1 on shard A counts: its lease lasts until "
                + DAY
                + "30.150Z, its session until "
                + DAY
                + "10.150Z (shards F2)",
            "worker w1 made block 1 of 1 transaction in cycle 1 of epoch 1 of shard A (shards L5)",
            "the lease of worker w1 on shard A ends after cycle 1 of epoch 1: it lasted 110 ms,"
                + " and its quantum is 100 ms; nothing is pending, so by shards P2 it rests"
                + " (shards Q1)",
            "worker w1 gets shard B: epoch 1, cycle 1 with 2 of 2 pending transactions (shards F1)",
            "* shard B: is at the head of the run queue, since " + DAY + "00.020Z (shards S4)",
            "* worker w1: its slot has been free longest (shards W2)",
            "- shard C: is at place 2 of 2, since " + DAY + "00.030Z (shards S4)");
    assertThat(pool.why(shard("A"), 150))
        .containsExactly(
            "is idle since its lease of epoch 1 on worker w1 ended: nothing is pending (shards"
                + " P2)");
    assertThat(pool.why(transaction("B/b2"), 150))
        .containsExactly(
            "is in execution as number 2 of its batch: its shard B runs on worker w1, epoch 1,"
                + " cycle 1 with 2 of 2 pending transactions; its quantum ends at "
                + DAY
                + "00.250Z unless its start is reported; without a report it expires at "
                + DAY
                + "30.150Z (shards L2)");
    assertThat(pool.why(transaction("a1"), 150)).as("it is in a block").isEmpty();
    assertThat(pool.why(worker("w1"), 260))
        .containsExactly(
            "works on shard B, its slot is taken; its session lasts until "
                + DAY
                + "10.150Z (shards L1)",
            "* shard B: epoch 1, cycle 1 with 2 of 2 pending transactions; its quantum is over"
                + " since "
                + DAY
                + "00.250Z unless its start is reported; without a report it expires at "
                + DAY
                + "30.150Z (shards F1)");
  }

  /** F7: w2 hangs. C is next, and does not get the slot until w2 says a word. */
  @Test
  void anExpiredLeaseParksItsSlotUntilALateReport() {
    pool.take(0, Inputs.policy("sessionTimeoutMs", 2000L, "leaseTimeoutMs", 500L));
    pool.take(0, Inputs.join("w1", 1, 1));
    pool.take(0, Inputs.join("w2", 1, 1));
    pool.take(10, Inputs.tx("A", "a1"));
    pool.take(20, Inputs.tx("B", "b1"));
    pool.take(30, Inputs.tx("C", "c1"));
    pool.take(400, new Report("A", "w1", 1, 1, new ShardsInput.Began()));

    assertThat(pool.decided(shard("B"), 520, null))
        .containsExactly(
            "the lease of worker w2 on shard B ends after cycle 1 of epoch 1: nothing was heard of"
                + " it for 500 ms; 1 lease is lost, after 5 its batch is run one at a time by"
                + " shards X7 (shards F7)",
            "shard B goes back to the tail of the run queue, place 2 (shards P1)");
    List<String> slots =
        List.of(
            "- worker w1: its slot is taken: shard A (epoch 1, quantum until "
                + DAY
                + "00.500Z) (shards L1)",
            "- worker w2: its slot is taken: shard B (epoch 1 expired, slot parked) (shards F7)");
    assertThat(pool.why(shard("C"), 600))
        .containsExactly(
            "waits because all 2 slots are taken, 1 of them parked by shards F7; the first quantum,"
                + " that of shard A on worker w1, is over since "
                + DAY
                + "00.500Z; the shard is at place 1 of 2 in the run"
                + " queue, since "
                + DAY
                + "00.030Z (shards L1)",
            slots.get(0),
            slots.get(1));
    assertThat(pool.why(worker("w2"), 600))
        .containsExactly(
            "holds no lease, its slot is parked, for a report on a lease that expired; its session"
                + " lasts until "
                + DAY
                + "02Z (shards F7)",
            "- shard B: its lease of epoch 1 expired, and its slot is parked until the worker"
                + " reports on it or joins anew (shards F7)");

    assertThat(pool.decided(worker("w2"), 700, Inputs.done("B", "w2", 1, 1)))
        .containsExactly(
            "a report of worker w2 on cycle 1 of epoch 1 of shard B is refused as STALE_EPOCH: the"
                + " lease of epoch 1 is over: drop its work (shards F3)",
            "a slot of worker w2 is free again: it was parked for a report on epoch 1 of shard B"
                + " (shards F7)",
            "worker w2 gets shard C: epoch 1, cycle 1 with 1 of 1 pending transaction (shards F1)",
            "* shard C: is at the head of the run queue, since " + DAY + "00.030Z (shards S4)",
            "* worker w2: its slot has been free longest (shards W2)",
            "- shard B: is at place 2 of 2, since " + DAY + "00.520Z (shards S4)",
            slots.get(0));
    assertThat(pool.why(worker("w1"), 2500).get(0))
        .as("nothing has come since")
        .isEqualTo(
            "works on shard A, its slot is taken; it is silent, and its session ended at "
                + DAY
                + "02.400Z, which the next record reveals by shards C1 (shards F4)");
  }

  /** The example of X7: t2 takes its workers down. One lost lease more, and it is alone. */
  @Test
  void aPoisonIsFoundAloneAndTakenOut() {
    pool.take(0, new Change(Map.of("maxAttempts", 2), null, List.of()));
    pool.take(1, Inputs.tx("A", "t1"));
    pool.take(2, Inputs.tx("A", "t2"));
    pool.take(3, Inputs.tx("A", "t3"));
    pool.take(4, Inputs.join("w1", 1, 1));
    pool.take(5, new Report("A", "w1", 1, 1, new GaveBack()));
    assertThat(pool.why(shard("A"), 5).get(0))
        .endsWith(
            "; 1 lease is lost, after 2 its batch is run one at a time by shards X7"
                + " (shards F1)");

    assertThat(pool.decided(transaction("t2"), 6, nothing(2, 1)))
        .containsExactly(
            "transaction t2 is pending at place 2 of 3: worker w1 executed nothing in cycle 1 of"
                + " epoch 2 of shard A (shards X4)",
            "transaction t2 is pending at place 2 of 3: the lease of worker w1 on shard A ends"
                + " after cycle 1 of epoch 2: nothing was executed; by shards X7 its first 3"
                + " transactions run one at a time (shards X4)",
            "transaction t2 is pending at place 2 of 3: shard A goes back to the tail of the run"
                + " queue, place 1 (shards P1)",
            "transaction t2 stays behind at place 2 of 3 as suspects of lost leases run one at a"
                + " time: worker w1 gets shard A: epoch 3, cycle 1 with 1 of 3 pending transactions"
                + " (shards X7)",
            "* transaction A/t1: place 1 of 3, in the batch (shards L2)",
            "- transaction A/t2: place 2 of 3, suspects of lost leases run one at a time"
                + " (shards X7)");
    assertThat(pool.why(transaction("t2"), 6))
        .containsExactly(
            "waits for another cycle at place 2 of 3, as suspects of lost leases run one at a time:"
                + " its shard A runs on worker w1, epoch 3, cycle 1 with 1 of 3 pending"
                + " transactions; its quantum ends at "
                + DAY
                + "00.106Z unless its start is reported; without a report it expires at "
                + DAY
                + "30.006Z; by shards X7 its first 3 transactions run one at a time"
                + " (shards X7)",
            "* transaction A/t1: place 1 of 3, in the batch (shards L2)",
            "- transaction A/t2: place 2 of 3, suspects of lost leases run one at a time"
                + " (shards X7)");

    assertThat(pool.decided(transaction("t2"), 7, Inputs.done("A", "w1", 3, 1)))
        .containsExactly(
            "transaction t2 is number 1 of the batch: worker w1 goes on with shard A: epoch 3,"
                + " cycle 2 with 1 of 2 pending transactions, 99 ms of its quantum are left"
                + " (shards L2)");
    assertThat(pool.decided(transaction("t2"), 8, nothing(3, 2)))
        .containsExactly(
            "transaction t2 is pending at place 1 of 2: worker w1 executed nothing in cycle 2 of"
                + " epoch 3 of shard A (shards X4)",
            "1 transaction of cycle 2 of epoch 3 of shard A leaves the pool without a block; alone,"
                + " it lost its lease too (shards X7)",
            "transaction t2 leaves shard A without a block, as poison in cycle 2 of epoch 3: its"
                + " batch lost 2 leases in a row (maxAttempts), so it was run alone, and lost epoch"
                + " 3 of worker w1 too (NO_PROGRESS): see what that worker says of it, mend that,"
                + " and send it again (shards X7)");
    assertThat(pool.why(transaction("t2"), 8)).isEmpty();
    assertThat(pool.why(transaction("t3"), 8).get(0))
        .startsWith("is in execution as number 1 of its batch: its shard A runs on worker w1")
        .endsWith("; by shards X7 its first transaction runs alone (shards L2)");
  }

  /** L6, X3: t3 does not fit, and t2 is not reached. */
  @Test
  void aTransactionStaysBehindAFullBatchOrAWorkerThatStopsEarly() {
    pool.take(0, Inputs.policy("maxBatch", 2));
    pool.take(1, Inputs.tx("A", "t1"));
    pool.take(2, Inputs.tx("A", "t2"));
    pool.take(3, Inputs.tx("A", "t3"));
    assertThat(pool.why(transaction("t3"), 3).get(0))
        .startsWith(
            "waits with its shard A at place 3 of 3, behind the next batch of 2 by shards L6 as"
                + " maxBatch is 2: the shard waits because no worker is in the pool;");

    assertThat(pool.decided(transaction("t3"), 4, Inputs.join("w1", 1, 1)))
        .containsExactly(
            "transaction t3 stays behind at place 3 of 3 as maxBatch is 2: worker w1 gets shard A:"
                + " epoch 1, cycle 1 with 2 of 3 pending transactions (shards L6)",
            "* transaction A/t1: place 1 of 3, in the batch (shards L2)",
            "* transaction A/t2: place 2 of 3, in the batch (shards L2)",
            "- transaction A/t3: place 3 of 3, maxBatch is 2 (shards L6)");
    assertThat(pool.decided(transaction("t2"), 5, Inputs.done("A", "w1", 1, 1, 1, List.of())))
        .containsExactly(
            "transaction t2 was not reached: worker w1 made block 1 of 1 transaction in cycle 1 of"
                + " epoch 1 of shard A; by shards X3 the rest of the batch, 1, stays pending"
                + " (shards X3)",
            "transaction t2 is number 1 of the batch: worker w1 goes on with shard A: epoch 1,"
                + " cycle 2 with 2 of 2 pending transactions, 99 ms of its quantum are left"
                + " (shards L2)");
    assertThat(pool.decided(transaction("t3"), 6, Inputs.done("A", "w1", 1, 2, 2, List.of("t3"))))
        .containsExactly(
            "transaction t3 is not in the block: worker w1 made block 2 of 1 transaction in cycle 2"
                + " of epoch 1 of shard A, 1 failed (shards X1)",
            "transaction t3 leaves shard A without a block, it failed in cycle 2 of epoch 1: the"
                + " worker does not say why (shards X1)");
  }

  private static ShardsInput nothing(long epoch, long cycle) {
    return Inputs.done("A", "w1", epoch, cycle, 0, List.of());
  }

  /** W3: out of turn, B goes to w2, where it was. */
  @Test
  void aShardThatPrefersItsLastWorkerIsGrantedOutOfTheSlotsOrder() {
    pool.take(0, new Change(Map.of("affinity", "LAST"), null, List.of()));
    pool.take(0, Inputs.join("w1", 1, 1));
    pool.take(0, Inputs.join("w2", 1, 1));
    pool.take(1, Inputs.tx("A", "a1"));
    pool.take(2, Inputs.tx("B", "b1"));
    pool.take(3, Inputs.done("A", "w1", 1, 1));
    pool.take(4, Inputs.done("B", "w2", 1, 1));

    assertThat(pool.decided(worker("w1"), 5, Inputs.tx("B", "b2")))
        .containsExactly(
            "worker w2 gets shard B: worker w1 has a free slot, but shard B goes to its last worker"
                + " w2 (shards W3)",
            "* shard B: is at the head of the run queue, since " + DAY + "00.005Z (shards S4)",
            "* worker w2: is the last worker of shard B, and has a free slot (shards W3)",
            "- worker w1: has a free slot, but shard B goes to its last worker w2 (shards W3)");
    assertThat(pool.why(worker("w1"), 5))
        .containsExactly(
            "holds no lease, 1 of 1 slot is free, the first at place 1 of 1 by shards W2, because"
                + " no shard is pending; its session lasts until "
                + DAY
                + "10.003Z (shards L1)");
  }

  /** T2: two shards may have the same id pending. */
  @Test
  void anIdOfTwoShardsIsAskedForWithItsShard() {
    pool.take(1, Inputs.tx("A", "t1"));
    pool.take(2, Inputs.tx("B", "t1"));

    assertThat(pool.why(transaction("t1"), 2))
        .hasSize(3)
        .first()
        .isEqualTo("is pending in 2 shards: ask for A/t1 or another one of them (shards T2)");
    assertThat(pool.why(transaction("B/t1"), 2).get(0))
        .startsWith("waits with its shard B at place 1 of 1, in the next batch");
    assertThat(pool.decided(transaction("B/t1"), 3, Inputs.tx("A", "t1"))).isEmpty();
    assertThat(pool.decided(transaction("B/t1"), 3, Inputs.tx("B", "t1")))
        .containsExactly(
            "transaction t1 of shard B is refused as DUPLICATE: id t1 is pending already: wait for"
                + " its outcome, or take another id (shards T2)");
  }

  @Test
  void aPoolThatIsShutDownSaysSoToEverybody() {
    pool.take(0, Inputs.join("w1", 1, 2));
    pool.take(1, Inputs.tx("A", "a1"));
    assertThat(pool.decided(worker("w1"), 2, Inputs.command(new ShardsInput.Shutdown(null))))
        .containsExactly(
            "the pool shuts down, no shard is granted any more; by shards D3 leases run to their"
                + " own end (shards D1)");
    pool.take(3, Inputs.tx("B", "b1"));

    assertThat(pool.why(shard("B"), 3))
        .containsExactly(
            "waits because the pool is shut down; the shard is at place 1 of 1 in the run queue,"
                + " since "
                + DAY
                + "00.003Z (shards D1)",
            "- worker w1: has 1 free slot, but the pool is shut down (shards D1)");
    assertThat(pool.why(worker("w1"), 3).get(0))
        .startsWith(
            "works on shard A, 1 of 2 slots is free, the first at place 1 of 1 by shards W2,"
                + " because the pool is shut down");
    assertThat(pool.decided(shard("B"), 4, Inputs.command(new ShardsInput.Resume())).get(0))
        .isEqualTo("the pool serves its run queue again (shards D2)");
  }

  @Test
  void whatThePoolDoesNotHaveHasNoReason() {
    threeShards();
    assertThat(pool.why(shard("Z"), 40)).isEmpty();
    assertThat(pool.why(worker("Z"), 40)).isEmpty();
    assertThat(pool.why(transaction("Z"), 40)).isEmpty();
    assertThat(pool.why(transaction("A/b1"), 40)).isEmpty();
    assertThat(pool.why(new Thing("core", "A"), 40)).isEmpty();
    assertThat(pool.decided(new Thing("core", "A"), 40, Inputs.join("w1", 1, 1))).isEmpty();
  }
}
