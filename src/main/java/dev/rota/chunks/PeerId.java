package dev.rota.chunks;

import java.util.Arrays;

/** Who a worker is: a multihash, written in base 58. */
public final class PeerId {
  private static final String DIGITS = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

  /** A multihash starts with its kind: the bytes themselves, or their SHA-256. */
  private static final int IDENTITY = 0x00;

  private static final int SHA_256 = 0x12;
  private static final int IDENTITY_BYTES_MAX = 42;
  private static final int TEXT_MAX = 64;

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
   * @throws IllegalArgumentException it is none; the message says why
   */
  public static PeerId parse(String text) {
    byte[] bytes = decoded(text);
    if (bytes.length < 2 || bytes.length - 2 != bytes[1]) {
      throw new IllegalArgumentException("'" + text + "' is no peer id: its length is not its own");
    }
    boolean known =
        bytes[0] == IDENTITY && bytes[1] <= IDENTITY_BYTES_MAX
            || bytes[0] == SHA_256 && bytes[1] == 32;
    if (!known) {
      throw new IllegalArgumentException("'" + text + "' is no peer id: another kind of hash");
    }
    return new PeerId(text, bytes);
  }

  /** The bytes of a multihash, as they are hashed. */
  byte[] bytes() {
    return bytes.clone();
  }

  private static byte[] decoded(String text) {
    if (text.isEmpty() || text.length() > TEXT_MAX) {
      throw new IllegalArgumentException(
          "a peer id has 1 to " + TEXT_MAX + " characters, this one " + text.length());
    }
    byte[] number = new byte[text.length()];
    int first = number.length;
    for (int i = 0; i < text.length(); i++) {
      int carry = DIGITS.indexOf(text.charAt(i));
      if (carry < 0) {
        throw new IllegalArgumentException(
            "'" + text + "' is no peer id: '" + text.charAt(i) + "' is no digit of base 58");
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

  /** As it was written. */
  @Override
  public String toString() {
    return text;
  }
}
