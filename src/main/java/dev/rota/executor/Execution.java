package dev.rota.executor;

import java.util.Map;

/**
 * The result of a batch.
 *
 * @param executed number of executed transactions, from the first on; the next cycle starts with
 *     the others
 * @param failed ids of executed transactions that are in no block, with reasons
 * @param state of the shard after the block
 * @param diff from the previous block to this state
 * @param receipts of the block's transactions, in the executor's format
 */
@SuppressWarnings("ArrayRecordComponent") // bytes that are passed on and never compared
public record Execution(
    int executed, Map<String, String> failed, MerkleTrie state, StateDiff diff, byte[] receipts) {}
