package dev.rota.base.avro;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.base.text.Utf8Text;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.avro.InvalidNumberEncodingException;
import org.apache.avro.io.Decoder;
import org.apache.avro.util.Utf8;

/**
 * Decodes Avro binary without trusting claimed lengths.
 *
 * <p>Avro's own decoder allocates as many items as an array claims before it reads the first. Here
 * all claims share one budget of about one item per byte of the value. Valid values fit, since each
 * item has at least a byte; nested false claims exceed it at once.
 */
public final class BoundedDecoder extends Decoder {
  /** Items without bytes (null, empty records) may exceed the number of bytes by this many. */
  public static final int EMPTY_ITEMS_MAX = 1024;

  private final byte[] bytes;
  private final boolean replacing;
  private int at;
  private long itemsLeft;
  private boolean canonical = true;

  /** Decodes from this index on. */
  public BoundedDecoder(byte[] bytes, int from) {
    this(bytes, from, false);
  }

  /**
   * As above.
   *
   * @param replacing true: U+FFFD is put in the place of what is no UTF-8, as programs up to 0.2
   *     did
   */
  public BoundedDecoder(byte[] bytes, int from, boolean replacing) {
    this.bytes = bytes;
    this.replacing = replacing;
    at = from;
    itemsLeft = (long) bytes.length - from + EMPTY_ITEMS_MAX;
  }

  /** The number of bytes that are not decoded yet. */
  public int remaining() {
    return bytes.length - at;
  }

  /**
   * True if Avro's encoder would write what was read so far in the same bytes. False when in doubt:
   * the entries of a map have no order of their own.
   */
  public boolean isCanonical() {
    return canonical;
  }

  @Override
  public void readNull() {}

  @Override
  public boolean readBoolean() throws IOException {
    byte b = bytes[take(1)];
    if (b != 0 && b != 1) {
      throw new IOException("a boolean is 0 or 1, not " + b);
    }
    return b == 1;
  }

  @Override
  public int readInt() throws IOException {
    long value = readLong();
    if ((int) value != value) {
      throw new InvalidNumberEncodingException("an int of more than 32 bits: " + value);
    }
    return (int) value;
  }

  @Override
  public long readLong() throws IOException {
    long zigzag = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      byte b = bytes[take(1)];
      zigzag |= (b & 0x7fL) << shift;
      if (b >= 0) {
        canonical &= shift == 0 || (b != 0 && (shift < 63 || b == 1));
        return (zigzag >>> 1) ^ -(zigzag & 1);
      }
    }
    throw new InvalidNumberEncodingException("a number of more than 10 bytes");
  }

  @Override
  public float readFloat() throws IOException {
    float value = Float.intBitsToFloat((int) littleEndian(4));
    canonical &= !Float.isNaN(value);
    return value;
  }

  @Override
  public double readDouble() throws IOException {
    double value = Double.longBitsToDouble(littleEndian(8));
    canonical &= !Double.isNaN(value);
    return value;
  }

  @Override
  public Utf8 readString(Utf8 old) throws IOException {
    return new Utf8(readString());
  }

  @Override
  public String readString() throws IOException {
    int length = length();
    int from = take(length);
    if (!replacing) {
      return Utf8Text.decode(bytes, from, length);
    }
    canonical = false; // it may be
    return new String(bytes, from, length, UTF_8);
  }

  @Override
  public void skipString() throws IOException {
    readString();
  }

  @Override
  public ByteBuffer readBytes(ByteBuffer old) throws IOException {
    int length = length();
    byte[] copy = new byte[length];
    System.arraycopy(bytes, take(length), copy, 0, length);
    return ByteBuffer.wrap(copy);
  }

  @Override
  public void skipBytes() throws IOException {
    take(length());
  }

  @Override
  public void readFixed(byte[] into, int start, int length) throws IOException {
    System.arraycopy(bytes, take(length), into, start, length);
  }

  @Override
  public void skipFixed(int length) throws IOException {
    take(length);
  }

  @Override
  public int readEnum() throws IOException {
    return readInt();
  }

  @Override
  public long readArrayStart() throws IOException {
    return block();
  }

  @Override
  public long arrayNext() throws IOException {
    return laterBlock();
  }

  @Override
  public long skipArray() throws IOException {
    return skipBlocks();
  }

  @Override
  public long readMapStart() throws IOException {
    long entries = block();
    canonical &= entries <= 1;
    return entries;
  }

  @Override
  public long mapNext() throws IOException {
    return laterBlock();
  }

  @Override
  public long skipMap() throws IOException {
    return skipBlocks();
  }

  @Override
  public int readIndex() throws IOException {
    return readInt();
  }

  private long block() throws IOException {
    long count = readLong();
    if (count < 0) {
      readLong(); // the block's size in bytes, needed only to skip
      count = -count;
      canonical = false;
    }
    return claimed(count);
  }

  /** Avro's encoder writes all items as one block. */
  private long laterBlock() throws IOException {
    long count = block();
    canonical &= count == 0;
    return count;
  }

  /** Skips blocks with a size. The caller skips the items of a block without one. */
  private long skipBlocks() throws IOException {
    long count = readLong();
    while (count < 0) {
      take(length());
      count = readLong();
    }
    return claimed(count);
  }

  private long claimed(long count) throws IOException {
    if (count < 0 || count > itemsLeft) {
      throw new IOException(
          "%d items claimed where %d bytes are left".formatted(count, remaining()));
    }
    itemsLeft -= count;
    return count;
  }

  private int length() throws IOException {
    long length = readLong();
    if (length < 0 || length > remaining()) {
      throw new EOFException(
          "a length of %d where %d bytes are left".formatted(length, remaining()));
    }
    return (int) length;
  }

  private long littleEndian(int width) throws IOException {
    int from = take(width);
    long value = 0;
    for (int i = width - 1; i >= 0; i--) {
      value = (value << 8) | (bytes[from + i] & 0xff);
    }
    return value;
  }

  private int take(int count) throws IOException {
    int from = at;
    if (count > bytes.length - from) {
      throw new EOFException(
          "%d bytes wanted where %d are left".formatted(count, bytes.length - from));
    }
    at = from + count;
    return from;
  }
}
