package dev.rota.table;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

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

  /** Returns true if there is another field. Older rows may lack later fields. */
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

  /** A number that rows got later: without it, what holds for those from before. */
  public long numberOr(long otherwise) {
    return hasMore() ? number() : otherwise;
  }

  public int integer() {
    return Math.toIntExact(number());
  }

  public boolean flag() {
    return number() != 0;
  }

  /** Reads a text or null. */
  public String text() {
    int length = integer();
    if (length < 0) {
      return null;
    }
    at += length;
    return new String(bytes, at - length, length, StandardCharsets.UTF_8);
  }

  /** A constant or null. */
  public <E extends Enum<E>> E symbol(Class<E> type) {
    String name = text();
    return name == null ? null : Enum.valueOf(type, name);
  }

  /** A value or null. */
  public <T> T optional(Codec<T> codec) {
    return flag() ? codec.read(this) : null;
  }

  /** A list that does not change any more. */
  public <T> List<T> list(Codec<T> codec) {
    int size = integer();
    List<T> items = new ArrayList<>(size);
    for (int left = size; left > 0; left--) {
      items.add(codec.read(this));
    }
    return Collections.unmodifiableList(items);
  }

  public <K extends Comparable<? super K>, V> SortedMap<K, V> map(Codec<K> keys, Codec<V> values) {
    SortedMap<K, V> entries = new TreeMap<>();
    for (int left = integer(); left > 0; left--) {
      entries.put(keys.read(this), values.read(this));
    }
    return entries;
  }

  /** Bytes with their length. */
  public byte[] bytes() {
    return raw(integer());
  }

  public byte[] raw(int length) {
    at += length;
    return Arrays.copyOfRange(bytes, at - length, at);
  }
}
