package dev.rota.client;

import dev.rota.executor.Batch;
import dev.rota.executor.Batch.Environment;
import dev.rota.executor.Batch.Transaction;
import dev.rota.shards.AssignedTransaction;
import dev.rota.shards.ShardAssignment;
import dev.rota.shards.VersionedEnvironment;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * An assigned cycle, identified by the lease's epoch and its number in the lease.
 *
 * @param parentStateRoot state root of the previous block, hex; null: that block has none
 */
record AssignedCycle(String shard, long epoch, long number, String parentStateRoot, Batch batch) {
  static AssignedCycle of(ShardAssignment assigned) {
    return new AssignedCycle(
        assigned.getShard(),
        assigned.getEpoch(),
        assigned.getCycle(),
        assigned.getParentStateRoot(),
        new Batch(
            assigned.getShard(),
            assigned.getBlockNumber(),
            environment(assigned.getEnvironment()),
            transactions(assigned.getTransactions())));
  }

  private static Environment environment(VersionedEnvironment of) {
    return new Environment(
        of.getVersion(),
        of.getNumber(),
        of.getTimestamp(),
        of.getL1GasPriceWei(),
        of.getL1GasPriceFri(),
        of.getSequencerAddress(),
        of.getProtocolVersion());
  }

  private static List<Transaction> transactions(List<AssignedTransaction> assigned) {
    return assigned.stream()
        .map(one -> new Transaction(one.getId(), one.getSender(), one.getNonce(), payload(one)))
        .toList();
  }

  private static byte[] payload(AssignedTransaction one) {
    ByteBuffer bytes = one.getPayload().duplicate();
    byte[] payload = new byte[bytes.remaining()];
    bytes.get(payload);
    return payload;
  }

  /** Returns true if it comes after that cycle of the same shard. */
  boolean isAfter(long otherEpoch, long otherNumber) {
    return epoch != otherEpoch ? epoch > otherEpoch : number > otherNumber;
  }
}
