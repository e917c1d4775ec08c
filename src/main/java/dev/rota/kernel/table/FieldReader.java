package dev.rota.kernel.table;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads what a {@link FieldWriter} wrote, in the same order. It believes no length and no count
 * before the bytes are there, so that what it allocates is a small multiple of what it is given.
 * Whatever else the bytes are, it throws a {@link BadRow}.
 */
public final class FieldReader {
  private static final int LONG_BITS = 64;

  /** What the JDK decodes bytes to that are not UTF-8. */
  private static final char REPLACED = '\uFFFD';

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

  /**
   * Reads a value. Behind it there may be fields that a newer program wrote.
   *
   * @throws BadRow whatever the codec says of it
   */
  public <T> T value(Codec<T> codec) {
    try {
      return codec.read(this);
    } catch (BadRow e) {
      throw e;
    } catch (RuntimeException e) {
      throw new BadRow("a value has a field that cannot be: " + e.getMessage(), e);
    }
  }

  /** Reads a value that ends with the bytes, as a key does: it never gets another field. */
  public <T> T whole(Codec<T> codec) {
    T value = value(codec);
    if (hasMore()) {
      throw new BadRow("there are " + (bytes.length - at) + " bytes behind a key");
    }
    return value;
  }

  public long sortedLong() {
    int from = take(Long.BYTES);
    long value = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      value = value << 8 | bytes[from + i] & 0xff;
    }
    return value ^ Long.MIN_VALUE;
  }

  public String sortedText() {
    int from = at;
    int end = zero(from);
    int zeros = 0;
    while (bytes[end + 1] != 0) {
      if (bytes[end + 1] != (byte) 0xff) {
        throw new BadRow("a text has a zero that is not escaped");
      }
      zeros++;
      end = zero(end + 2);
    }
    at = end + 2;
    return zeros == 0 ? utf8(bytes, from, end - from) : unescaped(from, end, zeros);
  }

  /** The next zero byte, behind which there is another byte. */
  private int zero(int from) {
    int end = from;
    while (end < bytes.length && bytes[end] != 0) {
      end++;
    }
    if (end >= bytes.length - 1) {
      throw new BadRow("a text has no end");
    }
    return end;
  }

  private String unescaped(int start, int end, int zeros) {
    byte[] text = new byte[end - start - zeros];
    for (int from = start, to = 0; from < end; from += bytes[from] == 0 ? 2 : 1) {
      text[to++] = bytes[from];
    }
    return utf8(text, 0, text.length);
  }

  public long number() {
    long rest = 0;
    byte next = -1;
    for (int shift = 0; next < 0; shift += 7) {
      if (shift >= LONG_BITS) {
        throw new BadRow("a number has more than 10 bytes");
      }
      next = bytes[take(1)];
      rest |= (next & 0x7fL) << shift;
    }
    return rest >>> 1 ^ -(rest & 1);
  }

  /** A number that rows got later: without it, what holds for those from before. */
  public long numberOr(long otherwise) {
    return hasMore() ? number() : otherwise;
  }

  public int integer() {
    long number = number();
    if ((int) number != number) {
      throw new BadRow(number + " has more than 32 bits");
    }
    return (int) number;
  }

  /** A number of things that others make room for. */
  public int integer(int max) {
    long number = number();
    if (number < 0 || number > max) {
      throw new BadRow(number + " is not within 0.." + max);
    }
    return (int) number;
  }

  public boolean flag() {
    return number() != 0;
  }

  /** Reads a text or null. */
  public String text() {
    int length = integer();
    return length < 0 ? null : utf8(bytes, take(length), length);
  }

  private static String utf8(byte[] from, int start, int length) {
    String text = new String(from, start, length, StandardCharsets.UTF_8);
    // Most have none. Those that have may have been written so.
    if (text.indexOf(REPLACED) >= 0
        && !Arrays.equals(
            text.getBytes(StandardCharsets.UTF_8),
            Arrays.copyOfRange(from, start, start + length))) {
      throw new BadRow("a text is no UTF-8");
    }
    return text;
  }

  /** A constant or null. */
  public <E extends Enum<E>> E symbol(Class<E> type) {
    String name = text();
    try {
      return name == null ? null : Enum.valueOf(type, name);
    } catch (IllegalArgumentException e) {
      throw new BadRow("there is no " + type.getSimpleName() + " '" + name + "'", e);
    }
  }

  /** A value or null. */
  public <T> T optional(Codec<T> codec) {
    return flag() ? codec.read(this) : null;
  }

  /** How many values follow, of which each has a byte at least; -1: none were written. */
  public int count() {
    int count = integer();
    if (count < -1 || count > bytes.length - at) {
      throw new BadRow(
          "%d values are claimed where %d bytes are left".formatted(count, bytes.length - at));
    }
    return count;
  }

  private int size() {
    int size = count();
    if (size < 0) {
      throw new BadRow("there are fewer values than none");
    }
    return size;
  }

  /** A list that does not change any more. */
  public <T> List<T> list(Codec<T> codec) {
    int size = size();
    List<T> items = new ArrayList<>(size);
    for (int left = size; left > 0; left--) {
      items.add(codec.read(this));
    }
    return Collections.unmodifiableList(items);
  }

  public <K extends Comparable<? super K>, V> SortedMap<K, V> map(Codec<K> keys, Codec<V> values) {
    SortedMap<K, V> entries = new TreeMap<>();
    for (int left = size(); left > 0; left--) {
      if (entries.put(keys.read(this), values.read(this)) != null) {
        throw new BadRow("a map has a key twice");
      }
    }
    return entries;
  }

  /** Bytes with their length. */
  public byte[] bytes() {
    return raw(integer());
  }

  public byte[] raw(int length) {
    int from = take(length);
    return Arrays.copyOfRange(bytes, from, at);
  }

  private int take(int count) {
    if (count < 0 || count > bytes.length - at) {
      throw new BadRow(
          "a field of %d bytes is claimed where %d are left".formatted(count, bytes.length - at));
    }
    at += count;
    return at - count;
  }
}
