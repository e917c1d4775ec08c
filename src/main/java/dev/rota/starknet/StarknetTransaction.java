package dev.rota.starknet;

/**
 * One transaction.
 *
 * @param block the number of the block that it was in
 * @param timestamp of that block, in seconds
 * @param nonce null: it has none
 */
public record StarknetTransaction(
    long block, long timestamp, String hash, String type, String contract, Long nonce) {}
