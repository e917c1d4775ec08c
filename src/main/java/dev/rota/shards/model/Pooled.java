package dev.rota.shards.model;

/**
 * A transaction of a shard's pool.
 *
 * @param sender null: nobody's
 * @param nonce null: none
 * @param acceptedAt epoch ms
 * @param weight no fewer bytes than it takes in a record
 * @param hash of its id: most that differ need not be read
 */
public record Pooled(
    String id, String sender, Long nonce, Bytes payload, long acceptedAt, long weight, int hash) {
  private static final int FIELDS = 32;
  private static final int CHARACTER_MAX = 3;

  /** One that came then. */
  public static Pooled of(String id, String sender, Long nonce, Bytes payload, long acceptedAt) {
    long characters = id.length() + (sender == null ? 0L : sender.length());
    // Known once: a batch is weighed when its pool has long left the processor's caches.
    long weight = FIELDS + CHARACTER_MAX * characters + payload.content().length;
    return new Pooled(id, sender, nonce, payload, acceptedAt, weight, id.hashCode());
  }

  boolean is(String other, int otherHash) {
    return hash == otherHash && id.equals(other);
  }

  /** Whether it counts for a sender's nonces. */
  boolean isNumbered() {
    return sender != null && nonce != null;
  }
}
