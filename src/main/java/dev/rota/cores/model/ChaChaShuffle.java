package dev.rota.cores.model;

/**
 * The validator shuffle, bit for bit: ChaCha20 with a 64-bit block counter, bounded draws by
 * widening multiplication, and a Fisher-Yates shuffle from the end. Each session uses a new
 * generator.
 */
public final class ChaChaShuffle {
  private static final int WORDS = 16;
  private static final int DOUBLE_ROUNDS = 10;
  private static final long UNSIGNED = 0xffffffffL;

  private final int[] input = new int[WORDS];
  private final int[] output = new int[WORDS];
  private int next = WORDS;
  private long blocks;
  private long words;

  ChaChaShuffle(SessionSeed seed) {
    input[0] = 0x61707865;
    input[1] = 0x3320646e;
    input[2] = 0x79622d32;
    input[3] = 0x6b206574;
    long[] key = {seed.a(), seed.b(), seed.c(), seed.d()};
    for (int i = 0; i < key.length; i++) {
      input[4 + 2 * i] = (int) key[i];
      input[5 + 2 * i] = (int) (key[i] >>> 32);
    }
  }

  /** Returns the active order: entry k is the session-wide index of the validator at position k. */
  public static int[] permutation(SessionSeed seed, int validators) {
    return new ChaChaShuffle(seed).permutation(validators);
  }

  public int[] permutation(int validators) {
    int[] order = new int[validators];
    for (int i = 0; i < validators; i++) {
      order[i] = i;
    }
    for (int i = validators - 1; i >= 1; i--) {
      int j = below(i + 1);
      int swapped = order[i];
      order[i] = order[j];
      order[j] = swapped;
    }
    return order;
  }

  /** Returns a number below the bound; both are unsigned. Rejected words are consumed too. */
  int below(int bound) {
    int zone = zone(bound);
    while (true) {
      long product = (word() & UNSIGNED) * (bound & UNSIGNED);
      if (Integer.compareUnsigned((int) product, zone) <= 0) {
        return (int) (product >>> 32);
      }
    }
  }

  /** The power-of-two zone, not the exact one: the order depends on it. */
  static int zone(int bound) {
    return (bound << Integer.numberOfLeadingZeros(bound)) - 1;
  }

  /** The number of words drawn, including rejected ones. */
  long wordsConsumed() {
    return words;
  }

  /** Returns the next word of the key stream. */
  int word() {
    if (next == WORDS) {
      fill();
    }
    words++;
    return output[next++];
  }

  private void fill() {
    input[12] = (int) blocks;
    input[13] = (int) (blocks >>> 32);
    System.arraycopy(input, 0, output, 0, WORDS);
    for (int round = 0; round < DOUBLE_ROUNDS; round++) {
      quarter(0, 4, 8, 12);
      quarter(1, 5, 9, 13);
      quarter(2, 6, 10, 14);
      quarter(3, 7, 11, 15);
      quarter(0, 5, 10, 15);
      quarter(1, 6, 11, 12);
      quarter(2, 7, 8, 13);
      quarter(3, 4, 9, 14);
    }
    for (int i = 0; i < WORDS; i++) {
      output[i] += input[i];
    }
    blocks++;
    next = 0;
  }

  private void quarter(int a, int b, int c, int d) {
    int[] x = output;
    x[a] += x[b];
    x[d] = Integer.rotateLeft(x[d] ^ x[a], 16);
    x[c] += x[d];
    x[b] = Integer.rotateLeft(x[b] ^ x[c], 12);
    x[a] += x[b];
    x[d] = Integer.rotateLeft(x[d] ^ x[a], 8);
    x[c] += x[d];
    x[b] = Integer.rotateLeft(x[b] ^ x[c], 7);
  }
}
