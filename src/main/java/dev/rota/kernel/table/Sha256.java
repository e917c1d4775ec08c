package dev.rota.kernel.table;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * SHA-256 over a sequence of fields. Each is prefixed with its length, so the encoding is
 * unambiguous.
 */
public final class Sha256 {
  public static final int BYTES = 32;

  private static final int GATHERED = 192;

  private final MessageDigest digest;

  /** Short fields: to hand over each of them would cost more than to hash it. */
  private final byte[] gathered = new byte[GATHERED];

  private int length;

  public Sha256() {
    this(algorithm());
  }

  private Sha256(MessageDigest digest) {
    this.digest = digest;
  }

  /** Forgets all fields. */
  public Sha256 begin() {
    digest.reset();
    length = 0;
    return this;
  }

  /** Returns a digest of the same fields, which goes on by itself. */
  public Sha256 copy() {
    handOver();
    try {
      return new Sha256((MessageDigest) digest.clone());
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("Java's own SHA-256 can be copied", e);
    }
  }

  public Sha256 field(byte[] bytes) {
    return bytes == null ? number(-1) : field(bytes, bytes.length);
  }

  /** Adds the first {@code count} bytes. */
  public Sha256 field(byte[] bytes, int count) {
    number(count);
    if (count > GATHERED - length) {
      handOver();
      digest.update(bytes, 0, count);
    } else {
      System.arraycopy(bytes, 0, gathered, length, count);
      length += count;
    }
    return this;
  }

  private void handOver() {
    digest.update(gathered, 0, length);
    length = 0;
  }

  /** Returns the digest of the bytes alone, as other programs compute it. */
  public static byte[] of(byte[] bytes) {
    return algorithm().digest(bytes);
  }

  public Sha256 number(int value) {
    if (Integer.BYTES > GATHERED - length) {
      handOver();
    }
    for (int shift = 24; shift >= 0; shift -= 8) {
      gathered[length++] = (byte) (value >>> shift);
    }
    return this;
  }

  /** Returns the digest of all fields and starts anew. */
  public byte[] finish() {
    handOver();
    return digest.digest();
  }

  private static MessageDigest algorithm() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }
}
