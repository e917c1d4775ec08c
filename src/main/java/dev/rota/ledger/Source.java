package dev.rota.ledger;

/**
 * Where an input lay.
 *
 * @param timestampMillis the record's own, epoch milliseconds
 * @param digest SHA-256 over the record's key and value as they lay on the topic
 */
public record Source(
    String topic, int partition, long offset, long timestampMillis, byte[] digest) {
  /** The form of the {@code rota.source} header: {@code topic/partition/offset}. */
  public String path() {
    return topic + "/" + partition + "/" + offset;
  }
}
