package dev.rota.testing;

import java.io.InputStream;
import java.util.Arrays;

/** A stream of one byte, over and over, that nobody has to keep. */
public final class Repeated extends InputStream {
  private final byte value;
  private long left;

  public Repeated(byte value, long times) {
    this.value = value;
    this.left = times;
  }

  @Override
  public int read() {
    return left-- > 0 ? value & 0xff : -1;
  }

  @Override
  public int read(byte[] bytes, int from, int length) {
    int count = (int) Math.min(left, length);
    if (count <= 0) {
      return length == 0 ? 0 : -1;
    }
    Arrays.fill(bytes, from, from + count, value);
    left -= count;
    return count;
  }
}
