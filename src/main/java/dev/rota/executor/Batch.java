package dev.rota.executor;

import java.util.List;

/**
 * One cycle of a shard.
 *
 * @param blockNumber that the block will have; the state is that of the one before
 * @param transactions in the order of execution
 */
public record Batch(
    String shard, long blockNumber, Environment environment, List<Transaction> transactions) {
  public Batch {
    transactions = List.copyOf(transactions);
  }

  /**
   * The base chain as it is while the batch runs, one for all shards.
   *
   * @param version how many there have been; 0: genesis
   * @param number of the base chain's block, which is not the shard's
   * @param timestamp of that block, in seconds
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
   * @param sender null: none is named
   * @param nonce null: none is named
   */
  @SuppressWarnings("ArrayRecordComponent") // bytes that are read and never compared
  public record Transaction(String id, String sender, Long nonce, byte[] payload) {}
}
