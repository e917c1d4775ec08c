package dev.rota.registry;

import java.io.OutputStream;
import java.util.Arrays;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;

/** A thread's reusable buffer for Avro. */
final class Scratch extends OutputStream {
  private static final int BYTES = 1024;
  private static final int BYTES_KEPT_MAX = 1024 * 1024;
  private static final ThreadLocal<Scratch> MINE = ThreadLocal.withInitial(Scratch::new);

  private final BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(this, null);
  private byte[] buffer = new byte[BYTES];
  private int size;

  private Scratch() {}

  /** Clears this thread's buffer, with reserved bytes at its start. */
  static Scratch open(int reserved) {
    Scratch scratch = MINE.get();
    if (scratch.buffer.length > BYTES_KEPT_MAX) {
      scratch.buffer = new byte[BYTES];
    }
    scratch.size = reserved;
    return scratch;
  }

  BinaryEncoder encoder() {
    return encoder;
  }

  /** Copies the content with the reserved bytes. */
  byte[] bytes() {
    return Arrays.copyOf(buffer, size);
  }

  @Override
  public void write(int b) {
    room(1);
    buffer[size++] = (byte) b;
  }

  @Override
  public void write(byte[] from, int offset, int length) {
    room(length);
    System.arraycopy(from, offset, buffer, size, length);
    size += length;
  }

  private void room(int more) {
    if (buffer.length - size < more) {
      int needed = Math.addExact(size, more);
      buffer = Arrays.copyOf(buffer, Math.max(needed, (int) Math.min(2L * size, 1 << 30)));
    }
  }
}
