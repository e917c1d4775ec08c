package dev.rota.kernel.table;

import java.util.Arrays;

/**
 * A range of keys.
 *
 * @param from inclusive
 * @param to exclusive; null: no end
 */
public record KeySpan(byte[] from, byte[] to) {
  /** Every key with this prefix. */
  public static KeySpan startingWith(byte[] prefix) {
    return new KeySpan(prefix, successor(prefix));
  }

  /** The rest of this span after a key. */
  public KeySpan after(byte[] key) {
    return new KeySpan(Arrays.copyOf(key, key.length + 1), to);
  }

  boolean contains(byte[] key) {
    return Arrays.compareUnsigned(from, key) <= 0
        && (to == null || Arrays.compareUnsigned(key, to) < 0);
  }

  /** The smallest key greater than all with the prefix, or null. */
  private static byte[] successor(byte[] prefix) {
    int length = prefix.length;
    while (length > 0 && prefix[length - 1] == (byte) 0xff) {
      length--;
    }
    if (length == 0) {
      return null;
    }
    byte[] next = Arrays.copyOf(prefix, length);
    next[length - 1]++;
    return next;
  }
}
