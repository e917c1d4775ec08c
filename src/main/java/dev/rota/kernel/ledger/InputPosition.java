package dev.rota.kernel.ledger;

import java.util.Arrays;

/**
 * The position of an input.
 *
 * @param timestampMillis the record's timestamp, epoch ms
 * @param digest SHA-256 over the record's key and value as stored on the topic; a page keeps its
 *     first half
 */
public record InputPosition(
    String topic, int partition, long offset, long timestampMillis, byte[] digest) {
  /** Returns true if the digest is this one, as far as it is kept. */
  public boolean isOf(byte[] sha256) {
    return Arrays.equals(digest, 0, digest.length, sha256, 0, digest.length);
  }

  /** Returns true if the other one is behind it in the same partition of the same topic. */
  public boolean isBefore(InputPosition other) {
    return offset < other.offset && partition == other.partition && topic.equals(other.topic);
  }

  /** The value of the {@code rota.source} header: {@code topic/partition/offset}. */
  public String path() {
    return topic + "/" + partition + "/" + offset;
  }
}
