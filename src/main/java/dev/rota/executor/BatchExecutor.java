package dev.rota.executor;

/**
 * Executes batches. It must be thread-safe: threads call it for different shards. It must be
 * deterministic: a batch may be executed again elsewhere.
 */
public interface BatchExecutor {
  /**
   * Executes transactions from the first on, as many as fit into a block.
   *
   * @param parent the shard's state at the previous block
   * @throws Exception if the batch fails as a whole: all its transactions are removed, without a
   *     block
   */
  Execution execute(Batch batch, MerkleTrie parent) throws Exception;

  /**
   * The number of shards that a thread holds; all but one wait. Many slots hide the latency of
   * reports, which matters if batches are fast. Keep batch time × {@code slotsPerThread} well below
   * the pool's lease time-out (default 30 s): a cycle that waits longer has lost its lease, and too
   * many lost leases make a batch poison.
   */
  default int slotsPerThread() {
    return 8;
  }
}
