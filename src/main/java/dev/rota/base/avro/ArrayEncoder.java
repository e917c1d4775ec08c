package dev.rota.base.avro;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import org.apache.avro.io.BinaryData;
import org.apache.avro.io.BinaryEncoder;

/**
 * Writes Avro binary into an array that grows. Avro's own encoders copy twice, by a buffer and by a
 * stream, which costs as much as to encode. Not thread-safe.
 */
public final class ArrayEncoder extends BinaryEncoder {
  private static final int FIRST_BYTES = 1024;
  private static final int KEPT_BYTES_MAX = 1024 * 1024;
  private static final int BYTES_MAX = Integer.MAX_VALUE - 8;
  private static final int INT_BYTES_MAX = 5;
  private static final int LONG_BYTES_MAX = 10;
  private static final int ASCII_END = 0x80;

  private byte[] bytes = new byte[FIRST_BYTES];
  private int length;

  /** Begins a value, whatever became of the one before. */
  public void begin() {
    begin(0);
  }

  /**
   * As {@link #begin()}, behind bytes for the caller.
   *
   * @param reserved 0 to 1024 bytes, of no certain content
   */
  public void begin(int reserved) {
    // One large value must not hold its memory for good.
    if (bytes.length > KEPT_BYTES_MAX) {
      bytes = new byte[FIRST_BYTES];
    }
    length = reserved;
  }

  /** Returns the value so far, behind the bytes that were reserved. */
  public byte[] written() {
    return Arrays.copyOf(bytes, length);
  }

  @Override
  public void writeBoolean(boolean value) {
    room(1);
    bytes[length++] = (byte) (value ? 1 : 0);
  }

  @Override
  public void writeInt(int value) {
    room(INT_BYTES_MAX);
    length += BinaryData.encodeInt(value, bytes, length);
  }

  @Override
  public void writeLong(long value) {
    room(LONG_BYTES_MAX);
    length += BinaryData.encodeLong(value, bytes, length);
  }

  @Override
  public void writeFloat(float value) {
    room(Float.BYTES);
    length += BinaryData.encodeFloat(value, bytes, length);
  }

  @Override
  public void writeDouble(double value) {
    room(Double.BYTES);
    length += BinaryData.encodeDouble(value, bytes, length);
  }

  /** Most texts are ASCII: as many bytes as characters. */
  @Override
  public void writeString(String text) {
    int before = length;
    int count = text.length();
    writeInt(count);
    room(count);
    for (int i = 0; i < count; i++) {
      char c = text.charAt(i);
      if (c >= ASCII_END) {
        length = before;
        byte[] encoded = text.getBytes(UTF_8);
        writeInt(encoded.length);
        writeFixed(encoded, 0, encoded.length);
        return;
      }
      bytes[length + i] = (byte) c;
    }
    length += count;
  }

  @Override
  public void writeFixed(byte[] value, int start, int count) {
    room(count);
    System.arraycopy(value, start, bytes, length, count);
    length += count;
  }

  @Override
  protected void writeZero() {
    room(1);
    bytes[length++] = 0;
  }

  @Override
  public int bytesBuffered() {
    return length;
  }

  @Override
  public void flush() {
    // It is where it belongs.
  }

  private void room(int count) {
    if (count > bytes.length - length) {
      long needed = (long) length + count;
      if (needed > BYTES_MAX) {
        throw new IllegalArgumentException(
            "a value of %d bytes fits into no array, which has at most %d"
                .formatted(needed, BYTES_MAX));
      }
      bytes = Arrays.copyOf(bytes, (int) Math.max(needed, Math.min(2L * bytes.length, BYTES_MAX)));
    }
  }
}
