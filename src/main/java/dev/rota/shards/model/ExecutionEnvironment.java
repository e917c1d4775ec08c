package dev.rota.shards.model;

/**
 * The block environment of an execution (section 5).
 *
 * @param number block number of the base chain (E5)
 * @param timestamp timestamp of the base chain's block
 */
public record ExecutionEnvironment(
    long number,
    long timestamp,
    long l1GasPriceWei,
    long l1GasPriceFri,
    String sequencerAddress,
    String protocolVersion) {
  /** E3: the environment before the first update, version 0. */
  static final ExecutionEnvironment GENESIS = new ExecutionEnvironment(0, 0, 1, 1, "0x0", "");
}
