package dev.rota.ledger;

/**
 * The position of an input.
 *
 * @param timestampMillis the record's timestamp, epoch ms
 * @param digest SHA-256 over the record's key and value as stored on the topic
 */
public record Source(
    String topic, int partition, long offset, long timestampMillis, byte[] digest) {
  /** The value of the {@code rota.source} header: {@code topic/partition/offset}. */
  public String path() {
    return topic + "/" + partition + "/" + offset;
  }
}
