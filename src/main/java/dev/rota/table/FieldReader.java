package dev.rota.table;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads what a {@link FieldWriter} wrote, in the same order. */
public final class FieldReader {
  private final byte[] bytes;
  private int at;

  public FieldReader(byte[] bytes) {
    this(bytes, 0);
  }

  FieldReader(byte[] bytes, int from) {
    this.bytes = bytes;
    this.at = from;
  }

  /** Whether there is another field: one that rows got later is asked for so. */
  public boolean hasMore() {
    return at < bytes.length;
  }

  public long sortedLong() {
    long value = 0;
    for (int i = 0; i < 8; i++) {
      value = value << 8 | bytes[at++] & 0xff;
    }
    return value ^ Long.MIN_VALUE;
  }

  public String sortedText() {
    byte[] text = new byte[bytes.length - at];
    int length = 0;
    while (bytes[at] != 0 || bytes[at + 1] != 0) {
      text[length++] = bytes[at];
      at += bytes[at] == 0 ? 2 : 1;
    }
    at += 2;
    return new String(text, 0, length, StandardCharsets.UTF_8);
  }

  public long number() {
    long rest = 0;
    int shift = 0;
    byte next = bytes[at++];
    while (next < 0) {
      rest |= (next & 0x7fL) << shift;
      shift += 7;
      next = bytes[at++];
    }
    rest |= (long) next << shift;
    return rest >>> 1 ^ -(rest & 1);
  }

  public int integer() {
    return Math.toIntExact(number());
  }

  public boolean flag() {
    return number() != 0;
  }

  /** A text or null. */
  public String text() {
    int length = integer();
    return length < 0 ? null : new String(raw(length), StandardCharsets.UTF_8);
  }

  public byte[] raw(int length) {
    at += length;
    return Arrays.copyOfRange(bytes, at - length, at);
  }
}
