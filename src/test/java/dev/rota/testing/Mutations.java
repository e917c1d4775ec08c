package dev.rota.testing;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Bytes of some format, changed at random but always in the same way. Whoever reads them either
 * takes them or refuses them as its format says, and allocates no more than a small multiple of
 * what it is given.
 */
public final class Mutations {
  /** Per byte that is read. */
  private static final int MULTIPLE = 10;

  /** For what a reader needs whatever it reads, and for the JVM's own classes. */
  private static final long FLOOR = 1 << 20;

  private static final int CHANGES_MAX = 4;
  private static final int STRETCH_MAX = 40;
  private static final int SHOWN = 4_000;

  /** Numbers and lengths that are larger than what follows, in the ways in which formats say it. */
  private static final List<byte[]> BOMBS =
      List.of(
          bytes("feffffff0f"), // zigzag: 2^31 - 1
          bytes("808080f00f"), // zigzag: a little less
          bytes("feffffffffffffffff01"), // zigzag: 2^63 - 1
          bytes("ffffffffffffffffff01"), // zigzag: -2^63
          bytes("8080808080808080808001"), // one byte more than any number has
          bytes("7fffffff"),
          bytes("80000000"),
          bytes("7fffffffffffffff"),
          bytes("8000000000000000"),
          bytes("ffff"),
          bytes("c328"), // no UTF-8
          bytes("0000"));

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final List<byte[]> samples;
  private final SplittableRandom random;
  private long floor = FLOOR;

  /** Reads bytes. */
  @FunctionalInterface
  public interface Reader {
    void read(byte[] bytes) throws Exception;
  }

  /**
   * Changes nothing yet.
   *
   * @param samples bytes that are read without a complaint
   */
  public Mutations(long seed, List<byte[]> samples) {
    this.random = new SplittableRandom(seed);
    this.samples = List.copyOf(samples);
  }

  /** So many bytes are no matter, as a small number stands for something large. */
  public Mutations floor(long bytes) {
    floor = bytes;
    return this;
  }

  /**
   * Reads so many of them.
   *
   * @param refusal the only exception that is no bug
   */
  public void hold(int count, Class<? extends Exception> refusal, Reader reader) throws Exception {
    for (int round = 0; round < 2; round++) { // the first one loads classes
      for (byte[] sample : samples) {
        reader.read(sample);
      }
    }
    for (int i = 0; i < count; i++) {
      hold(next(), refusal, reader);
    }
  }

  private void hold(byte[] bytes, Class<? extends Exception> refusal, Reader reader) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    try {
      reader.read(bytes);
    } catch (Throwable fault) {
      if (!refusal.isInstance(fault)) {
        throw new AssertionError("no refusal: " + fault + "; of " + shown(bytes), fault);
      }
    }
    long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
    if (allocated > floor + (long) MULTIPLE * bytes.length) {
      throw new AssertionError(
          "%d bytes were allocated for %d: %s".formatted(allocated, bytes.length, shown(bytes)));
    }
  }

  private static String shown(byte[] bytes) {
    return HexFormat.of().formatHex(bytes, 0, Math.min(bytes.length, SHOWN));
  }

  /** The next bytes. */
  byte[] next() {
    byte[] bytes = one();
    for (int changes = random.nextInt(1, CHANGES_MAX + 1); changes > 0; changes--) {
      bytes = changed(bytes);
    }
    return bytes;
  }

  private byte[] one() {
    return samples.get(random.nextInt(samples.size()));
  }

  private byte[] changed(byte[] bytes) {
    int at = random.nextInt(bytes.length + 1);
    int end = Math.min(bytes.length, at + random.nextInt(STRETCH_MAX));
    return switch (random.nextInt(8)) {
      case 0 -> Arrays.copyOf(bytes, at);
      case 1 -> spliced(bytes, at, new byte[0], end);
      case 2 -> spliced(bytes, at, Arrays.copyOfRange(bytes, at, end), at); // twice
      case 3 -> spliced(bytes, at, some(), at);
      case 4 -> spliced(bytes, at, BOMBS.get(random.nextInt(BOMBS.size())), at);
      case 5 -> over(bytes, at, BOMBS.get(random.nextInt(BOMBS.size())));
      case 6 -> spliced(bytes, at, one(), end);
      default -> flipped(bytes, at);
    };
  }

  private byte[] some() {
    byte[] some = new byte[random.nextInt(1, 9)];
    random.nextBytes(some);
    return some;
  }

  private static byte[] over(byte[] bytes, int at, byte[] with) {
    return spliced(bytes, at, with, Math.min(bytes.length, at + with.length));
  }

  private byte[] flipped(byte[] bytes, int at) {
    byte[] flipped = bytes.clone();
    if (at < bytes.length) {
      flipped[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
    }
    return flipped;
  }

  private static byte[] spliced(byte[] bytes, int at, byte[] with, int goOn) {
    byte[] spliced = Arrays.copyOf(bytes, at + with.length + bytes.length - goOn);
    System.arraycopy(with, 0, spliced, at, with.length);
    System.arraycopy(bytes, goOn, spliced, at + with.length, bytes.length - goOn);
    return spliced;
  }

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex);
  }
}
