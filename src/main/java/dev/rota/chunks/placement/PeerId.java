package dev.rota.chunks.placement;

import java.util.Arrays;

/** The identity of a worker: a multihash in base 58. */
public final class PeerId {
  private static final String DIGITS = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

  /** The first byte of a multihash: the raw bytes, or their SHA-256. */
  private static final int IDENTITY = 0x00;

  private static final int SHA_256 = 0x12;
  private static final int SHA_256_BYTES = 32;
  private static final int IDENTITY_BYTES_MAX = 42;
  private static final int TEXT_MAX = 64;
  private static final int SHOWN = 20;
  private static final String EXAMPLE = "12D3KooWQJUzh4J7AjWKnRpTXFmKYqLvvJZrnGhA8zBMEh6xWm8D";

  private final String text;
  private final byte[] bytes;
  private final int hash;

  private PeerId(String text, byte[] bytes) {
    this.text = text;
    this.bytes = bytes;
    hash = Arrays.hashCode(bytes);
  }

  /**
   * Reads a peer id.
   *
   * @throws IllegalArgumentException if the text is no peer id; the message says why
   */
  public static PeerId parse(String text) {
    byte[] bytes = decoded(text);
    if (!isMultihash(bytes)) {
      boolean begins = text.startsWith("1") || text.startsWith("Qm");
      throw none(
          text,
          begins
              ? "characters are missing, or there are too many"
              : "it begins with neither 1 nor Qm");
    }
    return new PeerId(text, bytes);
  }

  /** The second byte is the number of bytes that follow. */
  private static boolean isMultihash(byte[] bytes) {
    return bytes.length > 1
        && bytes.length - 2 == bytes[1]
        && (bytes[0] == IDENTITY && bytes[1] <= IDENTITY_BYTES_MAX
            || bytes[0] == SHA_256 && bytes[1] == SHA_256_BYTES);
  }

  private static IllegalArgumentException none(String text, String why) {
    return new IllegalArgumentException(
        "'"
            + text
            + "' is no peer id: "
            + why
            + ". A peer id is a multihash in base 58, such as "
            + EXAMPLE);
  }

  public byte[] bytes() {
    return bytes.clone();
  }

  private static byte[] decoded(String text) {
    if (text.isEmpty() || text.length() > TEXT_MAX) {
      String start = text.substring(0, Math.min(text.length(), SHOWN));
      throw none(
          text.isEmpty() ? "" : start + "...",
          "it has " + text.length() + " characters, and 1 to " + TEXT_MAX + " can be");
    }
    byte[] number = new byte[text.length()];
    int first = number.length;
    for (int i = 0; i < text.length(); i++) {
      int carry = DIGITS.indexOf(text.charAt(i));
      if (carry < 0) {
        throw none(text, "'" + text.charAt(i) + "' is no digit of base 58");
      }
      for (int at = number.length - 1; at >= first || carry > 0; at--) {
        carry += (number[at] & 0xff) * DIGITS.length();
        number[at] = (byte) carry;
        carry >>>= Byte.SIZE;
        first = Math.min(first, at);
      }
    }
    int zeros = 0;
    while (zeros < text.length() && text.charAt(zeros) == DIGITS.charAt(0)) {
      zeros++;
    }
    byte[] bytes = new byte[zeros + number.length - first];
    System.arraycopy(number, first, bytes, zeros, number.length - first);
    return bytes;
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || other instanceof PeerId peer && hash == peer.hash && Arrays.equals(bytes, peer.bytes);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  /** Returns the text as it was parsed. */
  @Override
  public String toString() {
    return text;
  }
}
