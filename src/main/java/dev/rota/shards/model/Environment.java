package dev.rota.shards.model;

/**
 * What blocks are executed under, section 5.
 *
 * @param number of the base chain's block, E5
 * @param timestamp as the base chain has it
 */
public record Environment(
    long number,
    long timestamp,
    long l1GasPriceWei,
    long l1GasPriceFri,
    String sequencerAddress,
    String protocolVersion) {
  /** E3: what holds before the first update, as version 0. */
  static final Environment GENESIS = new Environment(0, 0, 1, 1, "0x0", "");
}
