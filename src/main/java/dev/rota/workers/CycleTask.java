package dev.rota.workers;

import dev.rota.executor.BatchExecutor;
import dev.rota.executor.Execution;
import dev.rota.executor.MerkleTrie;
import dev.rota.shards.WorkerEvent;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A cycle as a thread takes it up. It may have waited for longer than its lease lasted: then it is
 * not executed, or a worker that is behind would only ever do what is worth nothing any more.
 */
final class CycleTask implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(CycleTask.class);

  private final Member member;
  private final Replica replica;
  private final Cycle cycle;
  private final MerkleTrie parent;
  private final BatchExecutor executor;
  private final Consumer<WorkerEvent> says;
  private final BooleanSupplier halted;

  /**
   * To be made by the thread that hears the blocks, as the cycle builds on the last of them.
   *
   * @param halted whether threads are interrupted: what a batch makes of that is none of its faults
   */
  CycleTask(
      Member member,
      Replica replica,
      Cycle cycle,
      BatchExecutor executor,
      Consumer<WorkerEvent> says,
      BooleanSupplier halted) {
    this.member = member;
    this.replica = replica;
    this.cycle = cycle;
    this.parent = replica.state();
    this.executor = executor;
    this.says = says;
    this.halted = halted;
  }

  @Override
  public void run() {
    if (replica.isOver(cycle)) {
      // It is refused; but a slot whose lease expired waits for a word about it.
      says.accept(member.released(cycle));
      return;
    }
    says.accept(member.started(cycle));
    WorkerEvent report = report();
    if (!halted.getAsBoolean()) {
      says.accept(report); // else its lease ends, and the batch is executed elsewhere
    }
  }

  private WorkerEvent report() {
    try {
      Execution done = executor.execute(cycle.batch(), parent);
      replica.propose(cycle, done.state());
      return member.committed(cycle, done);
    } catch (Throwable e) { // whatever an executor throws fails its batch, and no other
      if (!halted.getAsBoolean()) {
        LOG.warn("pool {}: a batch of shard {} failed", member.pool(), cycle.shard(), e);
      }
      return member.failed(cycle, e);
    }
  }
}
