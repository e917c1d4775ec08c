package dev.rota.chunks.placement;

import static dev.rota.kernel.table.PackedEntries.INT;
import static dev.rota.kernel.table.PackedEntries.LONG;

/**
 * A name that begins like {@code 0000012000/0000012600-0000013199-}, with two of these digits in a
 * byte. Folded names sort as they do.
 */
final class FoldedName {
  /** The bytes that a name is shorter by. */
  static final int SAVED = 18;

  private static final int START = 33;
  private static final int DIGITS = 10;
  private static final byte[] BEHIND = {'/', '-', '-'};
  private static final long ZEROS = 0x3030303030303030L;

  private FoldedName() {}

  /** Returns the name folded, or null if it has another form. */
  static byte[] of(byte[] text, int from, int length) {
    if (length < START || !isFoldable(text, from)) {
      return null;
    }
    byte[] folded = new byte[length - SAVED];
    int to = 0;
    for (int group = from; group < from + START; group += DIGITS + 1) {
      for (int digit = group; digit < group + DIGITS; digit += 2) {
        folded[to++] = (byte) (text[digit] << 4 | text[digit + 1] & 0xf);
      }
    }
    System.arraycopy(text, from + START, folded, to, length - START);
    return folded;
  }

  private static boolean isFoldable(byte[] text, int from) {
    int at = from;
    for (byte behind : BEHIND) {
      for (int end = at + DIGITS; at < end; at++) {
        if (text[at] < '0' || text[at] > '9') {
          return false;
        }
      }
      if (text[at++] != behind) {
        return false;
      }
    }
    return true;
  }

  /** Returns the name. */
  static byte[] text(byte[] folded, int from, int length) {
    byte[] text = new byte[length + SAVED];
    int at = from;
    int to = 0;
    for (byte behind : BEHIND) {
      LONG.set(text, to, eight((int) INT.get(folded, at)));
      byte two = folded[at + Integer.BYTES];
      text[to + Long.BYTES] = (byte) ('0' + (two >>> 4 & 0xf));
      text[to + Long.BYTES + 1] = (byte) ('0' + (two & 0xf));
      text[to + DIGITS] = behind;
      at += DIGITS / 2;
      to += DIGITS + 1;
    }
    System.arraycopy(folded, at, text, to, from + length - at);
    return text;
  }

  /** Returns the digits of four bytes, all together. */
  private static long eight(int folded) {
    long pairs = folded & 0xffffffffL;
    pairs = (pairs | pairs << 16) & 0x0000ffff0000ffffL;
    pairs = (pairs | pairs << 8) & 0x00ff00ff00ff00ffL;
    return (pairs >>> 4 | pairs << 8) & 0x0f0f0f0f0f0f0f0fL | ZEROS;
  }
}
