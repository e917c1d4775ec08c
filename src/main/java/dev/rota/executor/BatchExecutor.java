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
}
