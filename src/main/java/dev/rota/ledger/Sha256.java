package dev.rota.ledger;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256 over a sequence of fields, each with its length, so that no two sequences look alike. */
public final class Sha256 {
  public static final int BYTES = 32;

  private final MessageDigest digest = algorithm();

  public Sha256 field(byte[] bytes) {
    if (bytes == null) {
      return number(-1);
    }
    number(bytes.length);
    digest.update(bytes);
    return this;
  }

  public Sha256 number(int value) {
    digest.update((byte) (value >>> 24));
    digest.update((byte) (value >>> 16));
    digest.update((byte) (value >>> 8));
    digest.update((byte) value);
    return this;
  }

  /** The digest of all fields; the next field starts anew. */
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
