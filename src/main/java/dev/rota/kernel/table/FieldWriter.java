package dev.rota.kernel.table;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;

/** Builds the bytes of a key or a value, field by field. */
public final class FieldWriter {
  private byte[] bytes = new byte[64];
  private int length;

  /** Writes eight bytes that sort numerically. */
  public FieldWriter sortedLong(long value) {
    room(8);
    long flipped = value ^ Long.MIN_VALUE;
    for (int shift = 56; shift >= 0; shift -= 8) {
      bytes[length++] = (byte) (flipped >>> shift);
    }
    return this;
  }

  /** Writes a text that sorts by its UTF-8 bytes, prefixes first. Zero bytes are escaped. */
  public FieldWriter sortedText(String value) {
    byte[] text = value.getBytes(StandardCharsets.UTF_8);
    room(2 * text.length + 2);
    for (byte b : text) {
      bytes[length++] = b;
      if (b == 0) {
        bytes[length++] = (byte) 0xff;
      }
    }
    bytes[length++] = 0;
    bytes[length++] = 0;
    return this;
  }

  /** Writes one to ten bytes. Numbers near 0 are short. */
  public FieldWriter number(long value) {
    room(10);
    byte[] to = bytes;
    int at = length;
    long rest = value << 1 ^ value >> 63;
    while ((rest & ~0x7fL) != 0) {
      to[at++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    to[at++] = (byte) rest;
    length = at;
    return this;
  }

  public FieldWriter flag(boolean value) {
    return number(value ? 1 : 0);
  }

  /** Writes a text or null. */
  public FieldWriter text(String value) {
    if (value == null) {
      return number(-1);
    }
    byte[] text = value.getBytes(StandardCharsets.UTF_8);
    return bytes(text);
  }

  /** The name of a constant, or null. */
  public FieldWriter symbol(Enum<?> value) {
    return text(value == null ? null : value.name());
  }

  /** A value or null. */
  public <T> FieldWriter optional(T value, Codec<T> codec) {
    flag(value != null);
    if (value != null) {
      codec.write(value, this);
    }
    return this;
  }

  public <T> FieldWriter list(Collection<T> items, Codec<T> codec) {
    number(items.size());
    for (T item : items) {
      codec.write(item, this);
    }
    return this;
  }

  public <K, V> FieldWriter map(Map<K, V> entries, Codec<K> keys, Codec<V> values) {
    number(entries.size());
    entries.forEach(
        (key, value) -> {
          keys.write(key, this);
          values.write(value, this);
        });
    return this;
  }

  /** Bytes with their length. */
  public FieldWriter bytes(byte[] value) {
    return number(value.length).raw(value);
  }

  /** Bytes whose length the reader knows. */
  public FieldWriter raw(byte[] value) {
    room(value.length);
    System.arraycopy(value, 0, bytes, length, value.length);
    length += value.length;
    return this;
  }

  public byte[] toBytes() {
    return Arrays.copyOf(bytes, length);
  }

  private void room(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(length + more, 2 * bytes.length));
    }
  }
}
