package dev.rota.table;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * SHA-256 over a sequence of fields. Each is prefixed with its length, so the encoding is
 * unambiguous.
 */
public final class Sha256 {
  public static final int BYTES = 32;

  private final MessageDigest digest;
  private final byte[] four = new byte[Integer.BYTES];

  public Sha256() {
    this(algorithm());
  }

  private Sha256(MessageDigest digest) {
    this.digest = digest;
  }

  /** Returns a digest of the same fields, which goes on by itself. */
  public Sha256 copy() {
    try {
      return new Sha256((MessageDigest) digest.clone());
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("Java's own SHA-256 can be copied", e);
    }
  }

  public Sha256 field(byte[] bytes) {
    return bytes == null ? number(-1) : field(bytes, bytes.length);
  }

  /** Adds the first {@code length} bytes. */
  public Sha256 field(byte[] bytes, int length) {
    number(length);
    digest.update(bytes, 0, length);
    return this;
  }

  /** Returns the digest of the bytes alone, as other programs compute it. */
  public static byte[] of(byte[] bytes) {
    return algorithm().digest(bytes);
  }

  public Sha256 number(int value) {
    four[0] = (byte) (value >>> 24);
    four[1] = (byte) (value >>> 16);
    four[2] = (byte) (value >>> 8);
    four[3] = (byte) value;
    digest.update(four);
    return this;
  }

  /** Returns the digest of all fields and starts anew. */
  public byte[] finish() {
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
