package dev.rota.shards.model;

import dev.rota.kernel.domain.OpaqueBytes;

/**
 * A pending transaction of a shard.
 *
 * @param sender null: none
 * @param nonce null: none
 * @param acceptedAt epoch ms
 * @param weight upper bound of its size in a record, in bytes
 * @param hash hash of the id, to compare ids without reading most of them
 */
public record PooledTransaction(
    String id,
    String sender,
    Long nonce,
    OpaqueBytes payload,
    long acceptedAt,
    long weight,
    int hash) {
  private static final int FIELDS = 32;
  private static final int CHARACTER_MAX = 3;

  public static PooledTransaction of(
      String id, String sender, Long nonce, OpaqueBytes payload, long acceptedAt) {
    long characters = id.length() + (sender == null ? 0L : sender.length());
    // Computed once: a batch is weighed long after its pool has left the processor's caches.
    long weight = FIELDS + CHARACTER_MAX * characters + payload.content().length;
    return new PooledTransaction(id, sender, nonce, payload, acceptedAt, weight, id.hashCode());
  }

  boolean is(String other, int otherHash) {
    return hash == otherHash && id.equals(other);
  }

  /** True if it counts for its sender's nonces. */
  boolean isNumbered() {
    return sender != null && nonce != null;
  }
}
