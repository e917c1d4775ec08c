package dev.rota.road.kept;

/**
 * A ledger partition.
 *
 * @param cluster Kafka's own id
 * @param ledger its topic
 */
public record LedgerPlace(String cluster, String ledger, int partition) {
  /** Returns true for the same partition, on whatever cluster. */
  boolean isSameLedger(LedgerPlace other) {
    return ledger.equals(other.ledger) && partition == other.partition;
  }

  @Override
  public String toString() {
    return ledger + "/" + partition;
  }
}
