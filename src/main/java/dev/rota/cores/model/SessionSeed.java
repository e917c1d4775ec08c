package dev.rota.cores.model;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A session's 32 bytes of randomness, as four little-endian numbers. */
public record SessionSeed(long a, long b, long c, long d) {
  public static final int BYTES = 32;

  /** Reads exactly {@link #BYTES} bytes. */
  public static SessionSeed of(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException(
          "a seed has " + BYTES + " bytes, not " + bytes.length + ": give all of them");
    }
    ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    return new SessionSeed(words.getLong(), words.getLong(), words.getLong(), words.getLong());
  }

  public byte[] bytes() {
    ByteBuffer words = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
    return words.putLong(a).putLong(b).putLong(c).putLong(d).array();
  }
}
