package dev.rota.executor;

/**
 * Executes batches. Several threads call it at once, each for a shard of its own; equal arguments
 * make equal results, or a block that is executed again elsewhere becomes another one.
 */
public interface BatchExecutor {
  /**
   * Executes transactions from the first on, as many as fit into a block.
   *
   * @param parent the shard's state at the block before
   * @throws Exception the batch fails as a whole: all of it is taken out, and there is no block
   */
  Execution execute(Batch batch, MerkleTrie parent) throws Exception;

  /**
   * How many shards each thread holds at a time; all but one of them wait for it. Many hide how
   * long a report is on its way, which matters where a batch takes no time. The time that a batch
   * takes, times this, has to stay well below the pool's lease time-out (30 s unless its policy
   * says otherwise): what waits for longer has lost its lease, and too many lost leases make a
   * batch poison.
   */
  default int slotsPerThread() {
    return 8;
  }
}
