package dev.rota.client;

import dev.rota.executor.BatchExecutor;
import dev.rota.executor.Execution;
import dev.rota.executor.MerkleTrie;
import dev.rota.shards.WorkerEvent;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executes a cycle in a worker thread. A cycle whose lease has ended is skipped, so that a worker
 * that lags catches up.
 *
 * @param parent the state after the last block, as of when the blocks were read
 * @param halted returns true while threads are interrupted; an interrupted batch is not a failure
 */
record CycleTask(
    PoolMember member,
    ShardReplica replica,
    AssignedCycle cycle,
    MerkleTrie parent,
    BatchExecutor executor,
    Consumer<WorkerEvent> says,
    BooleanSupplier halted)
    implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(CycleTask.class);

  @Override
  public void run() {
    if (replica.isOver(cycle)) {
      // The pool refuses it, but the slot of an expired lease waits for an answer.
      says.accept(member.released(cycle));
      return;
    }
    says.accept(member.started(cycle));
    WorkerEvent report = report();
    if (!halted.getAsBoolean()) {
      says.accept(report); // otherwise the lease expires and the batch is executed elsewhere
    }
  }

  private WorkerEvent report() {
    try {
      Execution done = executor.execute(cycle.batch(), parent);
      replica.propose(cycle, done.state());
      return member.committed(cycle, done);
    } catch (Throwable e) { // an executor's failure affects only its batch
      if (!halted.getAsBoolean()) {
        LOG.warn("pool {}: a batch of shard {} failed", member.pool(), cycle.shard(), e);
      }
      return member.failed(cycle, e);
    }
  }
}
