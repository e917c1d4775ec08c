package dev.rota.lab.starknet;

/**
 * A transaction.
 *
 * @param block number of its block
 * @param timestamp timestamp of the block, seconds
 * @param nonce null: none
 */
public record StarknetTransaction(
    long block, long timestamp, String hash, String type, String contract, Long nonce) {}
