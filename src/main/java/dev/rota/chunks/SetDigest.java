package dev.rota.chunks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The digest of a set of chunks, whatever their order: the sum, modulo 2 to the 128, of the first
 * 16 bytes of each one's SHA-256. So a delta is enough to know the digest after it.
 */
record SetDigest(long high, long low) {
  static final SetDigest EMPTY = new SetDigest(0, 0);

  /** Of one chunk. */
  static SetDigest of(ChunkName chunk) {
    byte[] hash = sha256().digest((chunk.dataset() + "/" + chunk.id()).getBytes(UTF_8));
    ByteBuffer first = ByteBuffer.wrap(hash);
    return new SetDigest(first.getLong(), first.getLong());
  }

  SetDigest plus(SetDigest more) {
    long sum = low + more.low;
    long carry = Long.compareUnsigned(sum, low) < 0 ? 1 : 0;
    return new SetDigest(high + more.high + carry, sum);
  }

  SetDigest minus(SetDigest less) {
    long borrow = Long.compareUnsigned(low, less.low) < 0 ? 1 : 0;
    return new SetDigest(high - less.high - borrow, low - less.low);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** 32 hexadecimal digits. */
  @Override
  public String toString() {
    HexFormat digits = HexFormat.of();
    return digits.toHexDigits(high) + digits.toHexDigits(low);
  }
}
