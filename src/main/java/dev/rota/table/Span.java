package dev.rota.table;

import java.util.Arrays;

/**
 * A stretch of keys.
 *
 * @param from inclusive
 * @param to exclusive; null: no end
 */
public record Span(byte[] from, byte[] to) {
  /** Every key that starts with these bytes. */
  public static Span startingWith(byte[] prefix) {
    return new Span(prefix, successor(prefix));
  }

  /** What is left of this span behind a key: the next page starts here. */
  public Span after(byte[] key) {
    return new Span(Arrays.copyOf(key, key.length + 1), to);
  }

  boolean contains(byte[] key) {
    return Arrays.compareUnsigned(from, key) <= 0
        && (to == null || Arrays.compareUnsigned(key, to) < 0);
  }

  /** The smallest key greater than all that start with the prefix, or null when there is none. */
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
