package dev.rota.road.kept;

/**
 * A ledger partition.
 *
 * @param cluster Kafka's own id
 * @param ledger its topic
 */
public record LedgerPlace(String cluster, String ledger, int partition) {
  @Override
  public String toString() {
    return ledger + "/" + partition;
  }
}
