package dev.rota.executor;

import java.util.List;

/**
 * One cycle of a shard.
 *
 * @param blockNumber of the new block; the state is that of the block before
 * @param transactions in the order of execution
 */
public record Batch(
    String shard, long blockNumber, Environment environment, List<Transaction> transactions) {
  public Batch {
    transactions = List.copyOf(transactions);
  }

  /**
   * The state of the base chain during the batch, shared by all shards.
   *
   * @param version counts changes; 0: genesis
   * @param number of the base chain's block, not the shard's
   * @param timestamp of that block, seconds
   */
  public record Environment(
      long version,
      long number,
      long timestamp,
      long l1GasPriceWei,
      long l1GasPriceFri,
      String sequencerAddress,
      String protocolVersion) {}

  /**
   * One transaction.
   *
   * @param sender null: unknown
   * @param nonce null: none
   */
  @SuppressWarnings("ArrayRecordComponent") // bytes that are read and never compared
  public record Transaction(String id, String sender, Long nonce, byte[] payload) {}
}
