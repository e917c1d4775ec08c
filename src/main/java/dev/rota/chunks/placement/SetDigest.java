package dev.rota.chunks.placement;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The digest of a set of chunks and their sizes, independent of their order: the sum, modulo
 * 2<sup>128</sup>, of the first 16 bytes of SHA-256 over each chunk's {@code
 * <dataset>/<chunk>:<bytes>}. The digest after a delta follows from the delta alone.
 */
public record SetDigest(long high, long low) {
  public static final SetDigest EMPTY = new SetDigest(0, 0);

  /** Hashes chunks one after the other. */
  public static final class Hasher {
    private final MessageDigest sha = sha256();

    public SetDigest of(SizedChunk chunk) {
      sha.update(chunk.dataset());
      sha.update((byte) '/');
      sha.update(chunk.text(), chunk.from(), chunk.length());
      sha.update((byte) ':');
      sha.update(Long.toString(chunk.bytes()).getBytes(StandardCharsets.US_ASCII));
      ByteBuffer first = ByteBuffer.wrap(sha.digest());
      return new SetDigest(first.getLong(), first.getLong());
    }
  }

  public static SetDigest of(SizedChunk chunk) {
    return new Hasher().of(chunk);
  }

  /** A set whose chunks come and go. */
  public static final class Sum {
    private long high;
    private long low;

    public Sum(SetDigest of) {
      high = of.high;
      low = of.low;
    }

    public void plus(SetDigest more) {
      low += more.low;
      high += more.high + (Long.compareUnsigned(low, more.low) < 0 ? 1 : 0);
    }

    public void minus(SetDigest less) {
      high -= less.high + (Long.compareUnsigned(low, less.low) < 0 ? 1 : 0);
      low -= less.low;
    }

    public SetDigest digest() {
      return new SetDigest(high, low);
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** Returns 32 hexadecimal digits. */
  @Override
  public String toString() {
    HexFormat digits = HexFormat.of();
    return digits.toHexDigits(high) + digits.toHexDigits(low);
  }
}
