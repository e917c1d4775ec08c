package dev.rota.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.avro.GeneratedClasses;
import dev.rota.client.PoolMember.Then;
import dev.rota.executor.Execution;
import dev.rota.lab.toys.AccountMachine;
import dev.rota.shards.AssignedTransaction;
import dev.rota.shards.Committed;
import dev.rota.shards.EndOfLease;
import dev.rota.shards.EndReason;
import dev.rota.shards.FenceReason;
import dev.rota.shards.GoneReason;
import dev.rota.shards.Joined;
import dev.rota.shards.Leaving;
import dev.rota.shards.PoolOutcome;
import dev.rota.shards.ShardAssignment;
import dev.rota.shards.ShardBlock;
import dev.rota.shards.VersionedEnvironment;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerFenced;
import dev.rota.shards.WorkerGone;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A worker in one pool, one scenario each. */
class PoolMemberTest {
  static {
    GeneratedClasses.trust();
  }

  private static final String ME = "me";
  private static final long BEFORE = 41;

  private final PoolMember member = new PoolMember("pool", ME, 8, BEFORE);
  private final AccountMachine machine = new AccountMachine();

  @Test
  void itJoinsInAnIncarnationOfItsOwn() {
    WorkerEvent joined = member.join();

    assertThat(joined.getIncarnation()).isEqualTo(BEFORE + 1);
    assertThat(joined.getEvent()).isEqualTo(new Joined(8));
    assertThat(member.join().getIncarnation()).isEqualTo(BEFORE + 2);
  }

  @Test
  void itAsksForNoMoreSlotsThanAPoolGives() {
    assertThat(new PoolMember("pool", ME, 8 * 128, BEFORE).join().getEvent())
        .isEqualTo(new Joined(1000));
    assertThat(new PoolMember("pool", ME, Long.MAX_VALUE, BEFORE).join().getEvent())
        .isEqualTo(new Joined(1000));
  }

  @Test
  void refusedForWhatItIsItDoesNotAskAgain() {
    for (FenceReason reason : List.of(FenceReason.OUT_OF_RANGE, FenceReason.INVALID_ARGUMENT)) {
      PoolMember refused = new PoolMember("pool", ME, 8, BEFORE);
      refused.join();

      assertThat(refused.hear(fenced(ME, BEFORE + 1, reason, "slots is 8: from 1 to 4")))
          .isEqualTo(Then.STAY_OUT);
      assertThat(refused.whyOut()).contains(reason.name(), "slots is 8: from 1 to 4", "start it");
      assertThat(refused.isGone()).isTrue();
      assertThat(refused.hear(fenced(ME, BEFORE + 1, reason, "slots is 8: from 1 to 4")))
          .as("said once")
          .isEqualTo(Then.NOTHING);
    }
  }

  @Test
  void whatJoiningCuresIsCuredByJoining() {
    for (FenceReason reason : List.of(FenceReason.UNKNOWN_WORKER, FenceReason.STALE_INCARNATION)) {
      PoolMember fenced = new PoolMember("pool", ME, 8, BEFORE);
      fenced.join();
      assertThat(fenced.hear(fenced(ME, BEFORE + 1, reason, null))).isEqualTo(Then.JOIN);
      assertThat(fenced.whyOut()).isNull();
    }
  }

  @Test
  void fencedWhileItLeavesItIsGone() {
    member.join();
    member.leave();

    assertThat(member.hear(fenced(ME, BEFORE + 1))).isEqualTo(Then.NOTHING);
    assertThat(member.isGone()).isTrue();
  }

  @Test
  void whatIsAssignedToOthersOrBeforeItJoinedIsNotItsOwn() {
    member.hear(assigned(ME, 1, 1, 1));
    member.join();
    member.hear(assigned("you", 1, 1, 1));
    member.hear(ended(ME, 1, 2, EndReason.QUANTUM));

    assertThat(member.due()).isEmpty();
  }

  @Test
  void aCycleIsExecutedOnceAndAnOlderOneNotAtAll() {
    member.join();
    member.hear(assigned(ME, 2, 3, 1));
    member.hear(assigned(ME, 2, 3, 1));
    member.hear(assigned(ME, 2, 2, 1));
    member.hear(assigned(ME, 1, 9, 1));

    assertThat(member.due()).extracting(AssignedCycle::epoch, AssignedCycle::number).hasSize(1);
    assertThat(member.due()).as("taken").isEmpty();
  }

  @Test
  void aCycleWaitsForTheBlockBefore() {
    member.join();
    member.hear(assigned(ME, 1, 2, 2));
    assertThat(member.due()).isEmpty();

    member.hear(block(1, 1, 1, run("add n 1")));

    assertThat(member.due()).singleElement().satisfies(c -> assertThat(c.number()).isEqualTo(2));
  }

  @Test
  void aCycleWhoseLeaseHasEndedWaitsForNoBlock() {
    member.join();
    member.hear(assigned(ME, 1, 2, 2));
    assertThat(member.due()).isEmpty();

    member.hear(ended(ME, 1, 2, EndReason.LEASE_EXPIRED));

    AssignedCycle cycle = member.due().get(0);
    assertThat(member.replica("s").isOver(cycle)).isTrue();
  }

  @Test
  void anotherLeaseOfTheShardEndsTheOneBefore() {
    member.join();
    member.hear(assigned(ME, 1, 1, 1));
    AssignedCycle cycle = member.due().get(0);
    assertThat(member.replica("s").isOver(cycle)).isFalse();

    member.hear(assigned("you", 2, 1, 1));

    assertThat(member.replica("s").isOver(cycle)).isTrue();
  }

  @Test
  void itsOwnExecutionIsStateOnlyWhenTheBlockAppears() {
    member.join();
    member.hear(assigned(ME, 1, 1, 1));
    AssignedCycle cycle = member.due().get(0);
    ShardReplica replica = member.replica("s");
    Execution done = machine.execute(cycle.batch(), replica.state());

    replica.propose(cycle, done.state());
    assertThat(replica.state().root()).isEqualTo(new byte[32]);

    member.hear(block(1, 1, 1, done));
    assertThat(replica.state()).isSameAs(done.state());
  }

  @Test
  void anotherWorkersBlockOfTheSameNumberWins() {
    member.join();
    member.hear(assigned(ME, 1, 1, 1));
    AssignedCycle cycle = member.due().get(0);
    ShardReplica replica = member.replica("s");
    replica.propose(cycle, machine.execute(cycle.batch(), replica.state()).state());

    Execution others = run("write k v");
    member.hear(block(1, 2, 1, others));

    assertThat(replica.state().root()).isEqualTo(others.state().root());
  }

  @Test
  void aPoolWithABlockThatNamesNoStateIsNotItsPool() {
    for (boolean withRoot : List.of(true, false)) {
      PoolMember here = new PoolMember("pool", ME, 8, BEFORE);
      here.join();
      Execution one = run("add n 1");
      ShardBlock.Builder block = ShardBlock.newBuilder((ShardBlock) block(1, 1, 1, one).getEvent());
      (withRoot ? block.setStateDiff(null) : block.setStateRoot(null)).setWorker("other");

      assertThat(here.hear(outcome(block.build()))).isEqualTo(Then.STAY_OUT);

      assertThat(here.whyOut())
          .contains(
              "shard s", "block 1 of worker other", "stateRoot", "stateDiff", "executor.pools");
      assertThat(here.isGone()).as("it has to leave first").isFalse();
      assertThat(here.hear(outcome(block.build()))).as("said once").isEqualTo(Then.NOTHING);
      here.leave();
      assertThat(here.hear(gone(BEFORE + 1, GoneReason.LEFT))).isEqualTo(Then.NOTHING);
      assertThat(here.isGone()).isTrue();
    }
  }

  @Test
  void aPoolWhoseHistoryItCannotBuildOnIsNotJoined() {
    Execution one = run("add n 1");
    ShardBlock block = (ShardBlock) block(1, 1, 1, one).getEvent();

    assertThat(member.hear(outcome(ShardBlock.newBuilder(block).setStateRoot(null).build())))
        .isEqualTo(Then.STAY_OUT);
    assertThat(member.isGone()).isTrue();
  }

  @Test
  void whatWaitsForABlockThatNobodyCanBuildOnGoesBack() {
    member.join();
    member.hear(assigned(ME, 1, 2, 2));
    ShardBlock block = (ShardBlock) block(1, 1, 1, run("add n 1")).getEvent();
    member.hear(outcome(ShardBlock.newBuilder(block).setStateRoot("0xabcd").build()));

    AssignedCycle cycle = member.due().get(0);
    assertThat(member.replica("s").unfitFor(cycle))
        .isEqualTo("block 1 has a stateRoot that does not match its stateDiff");
  }

  @Test
  void aShardWhoseFirstBlocksAreGoneCannotBeBuiltOn() {
    member.join();

    assertThat(member.hear(block(3, 1, 1, run("add n 1")))).isEqualTo(Then.STAY_OUT);
    assertThat(member.whyOut()).contains("the blocks before block 3 are no longer retained");
  }

  @Test
  void aCycleWhoseBlockIsThereIsPastAndNothingIsWrongWithIt() {
    member.join();
    member.hear(assigned(ME, 1, 1, 1));
    member.hear(block(1, 1, 1, run("add n 1")));

    AssignedCycle cycle = member.due().get(0);
    assertThat(member.replica("s").isPast(cycle)).isTrue();
    assertThat(member.whyOut()).isNull();
  }

  @Test
  void anotherParentThanItsOwnIsNotExecutedOn() {
    member.join();
    member.hear(
        ShardAssignment.newBuilder(assigned(ME, 1, 1, 1)).setParentStateRoot("0xabcd").build());

    assertThat(member.replica("s").unfitFor(member.due().get(0)))
        .startsWith("the shard's state here is 0x0000");
  }

  @Test
  void fencedOrLostItJoinsAgainAndForgetsWhatItWasAboutToDo() {
    member.join();
    member.hear(assigned(ME, 1, 2, 2));

    assertThat(member.hear(fenced(ME, BEFORE + 1))).isEqualTo(Then.JOIN);
    assertThat(member.hear(fenced(ME, BEFORE)))
        .as("of an incarnation before")
        .isEqualTo(Then.NOTHING);
    assertThat(member.hear(fenced("you", BEFORE + 1))).isEqualTo(Then.NOTHING);
    member.join();
    assertThat(member.hear(gone(BEFORE + 2, GoneReason.SESSION))).isEqualTo(Then.JOIN);
    member.hear(block(1, 1, 1, run("add n 1")));
    assertThat(member.due()).isEmpty();
  }

  @Test
  void itIsGoneWhenThePoolSaysSo() {
    member.join();
    assertThat(member.isGone()).isFalse();

    assertThat(member.leave().getEvent()).isEqualTo(new Leaving());
    assertThat(member.isGone()).isFalse();
    assertThat(member.hear(gone(BEFORE + 1, GoneReason.LEFT))).isEqualTo(Then.NOTHING);
    assertThat(member.isGone()).isTrue();
  }

  /** The pool may have let it go already, and would refuse the beat. */
  @Test
  void itBeatsWhileItLeavesOnlyAsLongAsItHasCycles() {
    member.join();
    assertThat(member.isToBeat()).as("it is idle, and stays").isTrue();
    member.hear(assigned(ME, 1, 1, 1));
    AssignedCycle first = member.due().get(0);
    member.hear(
        ShardAssignment.newBuilder(assigned(ME, 1, 1, 2)).setShard("t").build()); // block 1 lacks
    member.leave();
    assertThat(member.isToBeat()).as("one is executed, and one waits").isTrue();

    member.started(first);
    member.committed(first, machine.execute(first.batch(), member.replica("s").state()));
    assertThat(member.isToBeat()).as("one waits").isTrue();

    member.hear(
        ShardAssignment.newBuilder(ended(ME, 1, 1, EndReason.QUANTUM)).setShard("t").build());
    AssignedCycle second = member.due().get(0);
    assertThat(member.isToBeat()).as("it is not given back").isTrue();
    member.released(second);
    assertThat(member.isToBeat()).isFalse();
  }

  @Test
  void aWorkerThatIsGoneDoesNotBeatWhateverItStillExecutes() {
    member.join();
    member.hear(assigned(ME, 1, 1, 1));
    AssignedCycle cycle = member.due().get(0);
    member.leave();
    assertThat(member.hear(gone(BEFORE + 1, GoneReason.SESSION))).isEqualTo(Then.NOTHING);

    assertThat(member.isToBeat()).isFalse();
    member.failed(cycle, new IllegalStateException("late"));
    assertThat(member.isToBeat()).isFalse();
  }

  @Test
  void aReportNamesItsCycleAndWhatCameOfIt() {
    member.join();
    member.hear(assigned(ME, 7, 1, 1));
    AssignedCycle cycle = member.due().get(0);
    Execution done = machine.execute(cycle.batch(), member.replica("s").state());

    Committed committed = (Committed) member.committed(cycle, done).getEvent();

    assertThat(committed.getEpoch()).isEqualTo(7);
    assertThat(committed.getExecuted()).isEqualTo(2);
    assertThat(committed.getFailed()).containsExactly("b");
    assertThat(committed.getReasons()).containsOnlyKeys("b");
    assertThat(committed.getStateRoot()).isEqualTo(ShardReplica.hex(done.state().root()));
  }

  private Execution run(String payload) {
    return machine.execute(
        AssignedCycle.of(assignment(ME, 1, 1, 1, transaction("a", payload))).batch(),
        member.replica("other").state());
  }

  private static PoolOutcome block(long number, long epoch, long cycle, Execution done) {
    return outcome(
        ShardBlock.newBuilder()
            .setShard("s")
            .setNumber(number)
            .setEpoch(epoch)
            .setCycle(cycle)
            .setWorker("anybody")
            .setEnvironmentVersion(0)
            .setTransactions(List.of("a"))
            .setStateRoot(ShardReplica.hex(done.state().root()))
            .setStateDiff(ByteBuffer.wrap(done.diff().toBytes()))
            .build());
  }

  private static PoolOutcome fenced(String worker, long incarnation) {
    return fenced(worker, incarnation, FenceReason.UNKNOWN_WORKER, null);
  }

  private static PoolOutcome fenced(
      String worker, long incarnation, FenceReason reason, String detail) {
    return outcome(new WorkerFenced(worker, incarnation, reason, detail));
  }

  private static PoolOutcome gone(long incarnation, GoneReason reason) {
    return outcome(new WorkerGone(ME, incarnation, reason));
  }

  private static PoolOutcome outcome(Object event) {
    return new PoolOutcome("pool", 0L, event);
  }

  static ShardAssignment ended(String worker, long epoch, long cycle, EndReason why) {
    return ShardAssignment.newBuilder(assigned(worker, epoch, cycle, 1))
        .setEndOfLease(new EndOfLease(why))
        .build();
  }

  static ShardAssignment assigned(String worker, long epoch, long cycle, long number) {
    return assignment(
        worker, epoch, cycle, number, transaction("a", "add n 1"), transaction("b", "dance"));
  }

  private static ShardAssignment assignment(
      String worker, long epoch, long cycle, long number, AssignedTransaction... transactions) {
    return ShardAssignment.newBuilder()
        .setPool("pool")
        .setShard("s")
        .setWorker(worker)
        .setEpoch(epoch)
        .setCycle(cycle)
        .setAt(0)
        .setBlockNumber(number)
        .setEnvironment(new VersionedEnvironment(0L, 0L, 0L, 1L, 1L, "0x0", ""))
        .setTransactions(List.of(transactions))
        .build();
  }

  private static AssignedTransaction transaction(String id, String payload) {
    return new AssignedTransaction(id, "alice", null, ByteBuffer.wrap(payload.getBytes(UTF_8)));
  }
}
