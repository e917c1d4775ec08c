package dev.rota.shards;

/**
 * A transaction of a shard's pool.
 *
 * @param sender null: nobody's
 * @param nonce null: none
 * @param acceptedAt epoch ms
 */
record Pooled(String id, String sender, Long nonce, Bytes payload, long acceptedAt) {
  /** Whether it counts for a sender's nonces. */
  boolean isNumbered() {
    return sender != null && nonce != null;
  }

  /** No fewer bytes than it takes in a record: a character takes three at most. */
  long weight() {
    return FIELDS
        + 3L * (id.length() + (sender == null ? 0 : sender.length()))
        + payload.content().length;
  }

  private static final int FIELDS = 32;
}
