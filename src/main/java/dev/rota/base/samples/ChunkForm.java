package dev.rota.base.samples;

import java.util.SplittableRandom;

/** The form of SQD's chunks. */
public final class ChunkForm {
  private static final int DIGITS = 10;
  private static final int HASH_DIGITS = 8;
  private static final int HEX = 16;
  private static final int MEBIBYTE = 1 << 20;
  private static final int MEBIBYTES_MIN = 50;
  private static final int MEBIBYTES_MAX = 300;

  private ChunkForm() {}

  /**
   * Returns the id of a chunk with these blocks: {@code <top:10>/<first:10>-<last:10>-<hash:8>}.
   *
   * @param top first block of its folder
   */
  public static String id(long top, long first, long last, int hash) {
    StringBuilder id = new StringBuilder(3 * DIGITS + HASH_DIGITS + 3);
    padded(id, Long.toString(top), DIGITS).append('/');
    padded(id, Long.toString(first), DIGITS).append('-');
    padded(id, Long.toString(last), DIGITS).append('-');
    return padded(id, Integer.toUnsignedString(hash, HEX), HASH_DIGITS).toString();
  }

  private static StringBuilder padded(StringBuilder to, String number, int digits) {
    for (int i = number.length(); i < digits; i++) {
      to.append('0');
    }
    return to.append(number);
  }

  /** Returns a random size of 50 to 300 MiB, uniformly distributed. */
  public static long bytes(SplittableRandom random) {
    int whole = MEBIBYTES_MIN + random.nextInt(MEBIBYTES_MAX - MEBIBYTES_MIN);
    return (long) whole * MEBIBYTE + random.nextInt(MEBIBYTE);
  }
}
