package dev.rota.shards.model;

import java.util.List;

/**
 * A worker's work in one cycle (L2).
 *
 * @param parentRoot null: genesis, or not reported
 * @param firstSeq number of the first transaction
 */
public record CycleWork(
    String shard,
    String worker,
    long epoch,
    long cycle,
    long block,
    String parentRoot,
    ExecutionEnvironment environment,
    long version,
    long firstSeq,
    List<ShardFact.Item> transactions,
    long quantumLeft) {
  public int count() {
    return transactions.size();
  }
}
