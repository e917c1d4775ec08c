package dev.rota.chunks.model;

/** The block range in a chunk's id: {@code <top:10>/<first:10>-<last:10>-<hash>} (rule 1). */
public record BlockRange(long first, long last) {
  /** The range of an id in another form. Only a segment from block 0 has the chunk. */
  static final BlockRange NONE = new BlockRange(0, 0);

  private static final int DIGITS = 10;
  private static final int FIRST = DIGITS + 1;
  private static final int LAST = FIRST + DIGITS + 1;

  /** Returns the range of an id, or {@link #NONE}. */
  public static BlockRange of(String chunk) {
    BlockRange told = told(chunk);
    return told == null ? NONE : told;
  }

  /** Returns the range of an id, or null if the id has another form or ends before it begins. */
  public static BlockRange told(String chunk) {
    BlockRange written = written(chunk);
    return written == null || written.last < written.first ? null : written;
  }

  /** Returns why an id of this form is invalid, or null if it is valid or has another form. */
  public static String wrong(String chunk) {
    BlockRange written = written(chunk);
    return written == null || written.last >= written.first
        ? null
        : "its last block is " + written.last + ", before its first, " + written.first;
  }

  private static BlockRange written(String chunk) {
    if (chunk.length() <= LAST + DIGITS
        || chunk.charAt(DIGITS) != '/'
        || chunk.charAt(LAST - 1) != '-'
        || chunk.charAt(LAST + DIGITS) != '-') {
      return null;
    }
    long top = number(chunk, 0);
    long first = number(chunk, FIRST);
    long last = number(chunk, LAST);
    return top < 0 || first < 0 || last < 0 ? null : new BlockRange(first, last);
  }

  private static long number(String chunk, int from) {
    long number = 0;
    for (int at = from; at < from + DIGITS; at++) {
      int digit = chunk.charAt(at) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      number = 10 * number + digit;
    }
    return number;
  }
}
