package dev.rota.client;

import static dev.rota.client.PoolMemberTest.assigned;
import static dev.rota.client.PoolMemberTest.ended;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.avro.GeneratedClasses;
import dev.rota.executor.BatchExecutor;
import dev.rota.lab.toys.AccountMachine;
import dev.rota.shards.Committed;
import dev.rota.shards.EndReason;
import dev.rota.shards.Failed;
import dev.rota.shards.Released;
import dev.rota.shards.Started;
import dev.rota.shards.WorkerEvent;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a thread makes of a cycle, one scenario each. */
class CycleTaskTest {
  static {
    GeneratedClasses.trust();
  }

  private static final String ME = "me";
  private static final BatchExecutor NEVER =
      (_, _) -> {
        throw new AssertionError("it is executed");
      };

  private final PoolMember member = new PoolMember("pool", ME, 8, 1);
  private final List<WorkerEvent> said = new ArrayList<>();
  private boolean halted;

  @Test
  void aCycleInForceIsExecutedAndReported() {
    CycleTask task = task(new AccountMachine());

    task.run();

    assertThat(said)
        .extracting(WorkerEvent::getEvent)
        .hasExactlyElementsOfTypes(Started.class, Committed.class);
  }

  @Test
  void aCycleWhoseLeaseEndedWhileItWaitedIsNotExecutedAndItsSlotIsSpokenFor() {
    CycleTask task = task(NEVER);
    member.hear(ended(ME, 1, 1, EndReason.LEASE_EXPIRED));

    task.run();

    assertThat(said).extracting(WorkerEvent::getEvent).containsExactly(new Released("s", 1L, 1L));
  }

  @Test
  void aCycleOfAShardThatIsLeasedAgainIsNotExecuted() {
    CycleTask task = task(NEVER);
    member.hear(assigned("you", 2, 1, 1));

    task.run();

    assertThat(said).extracting(WorkerEvent::getEvent).containsExactly(new Released("s", 1L, 1L));
  }

  @Test
  void whateverAnExecutorThrowsFailsItsBatch() {
    CycleTask task = task(NEVER);

    task.run();

    assertThat(said)
        .extracting(WorkerEvent::getEvent)
        .containsExactly(
            new Started("s", 1L, 1L),
            new Failed("s", 1L, 1L, "java.lang.AssertionError: it is executed"));
  }

  @Test
  void aBatchThatIsInterruptedAsTheWorkerStopsHasNotFailed() {
    CycleTask task =
        task(
            (_, _) -> {
              halted = true;
              throw new InterruptedException();
            });

    task.run();

    assertThat(said).extracting(WorkerEvent::getEvent).containsExactly(new Started("s", 1L, 1L));
  }

  @Test
  void fewShardsWaitForAThreadUnlessTheExecutorIsKnownToBeFast() {
    assertThat(NEVER.slotsPerThread()).isEqualTo(8);
    assertThat(new AccountMachine().slotsPerThread()).isEqualTo(128);
  }

  private CycleTask task(BatchExecutor executor) {
    member.join();
    member.hear(assigned(ME, 1, 1, 1));
    AssignedCycle cycle = member.due().get(0);
    ShardReplica replica = member.replica("s");
    return new CycleTask(
        member, replica, cycle, replica.state(), executor, said::add, () -> halted);
  }
}
