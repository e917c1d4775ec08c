package dev.rota.executor;

import java.util.Map;

/**
 * What came of a batch.
 *
 * @param executed transactions from the first on that were; the others come first in the next cycle
 * @param failed of those, the ones that are in no block, by id; and why
 * @param state of the shard after the block
 * @param diff that leads to it from the block before
 * @param receipts of the transactions in the block, as the executor writes them
 */
@SuppressWarnings("ArrayRecordComponent") // bytes that are passed on and never compared
public record Execution(
    int executed, Map<String, String> failed, MerkleTrie state, StateDiff diff, byte[] receipts) {}
