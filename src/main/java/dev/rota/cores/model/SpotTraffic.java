package dev.rota.cores.model;

import java.math.BigInteger;

/**
 * How dear an order is (cores K7): a factor of the base fee, at least 1. It follows how full the
 * queue is. Numbers have 18 decimals and 128 bits, as the original's; what exceeds these is the
 * largest.
 *
 * @param parts of 10^18
 */
public record SpotTraffic(BigInteger parts) {
  /** The largest number of 128 bits. */
  public static final BigInteger MAX = BigInteger.TWO.pow(128).subtract(BigInteger.ONE);

  private static final BigInteger ONE_PARTS = BigInteger.TEN.pow(18);
  private static final BigInteger PER_BILLION = BigInteger.TEN.pow(9);

  public static final SpotTraffic ONE = new SpotTraffic(ONE_PARTS);

  /**
   * How the price moves.
   *
   * @param queueMax how many orders may wait; 0: the price stays
   * @param target how full the queue is to be, in billionths
   * @param variability how fast the price moves, in billionths
   */
  public record Terms(long queueMax, long target, long variability) {}

  /** The traffic of a block or an order that finds so many orders waiting. */
  public SpotTraffic moved(Terms terms, int waiting) {
    if (terms.queueMax == 0 || waiting > terms.queueMax) {
      return this;
    }
    BigInteger full = ratio(waiting, terms.queueMax);
    BigInteger target = BigInteger.valueOf(terms.target).multiply(PER_BILLION);
    BigInteger off = full.subtract(target).abs();
    BigInteger varied = product(off, BigInteger.valueOf(terms.variability).multiply(PER_BILLION));
    // The original rounds a half down where it divides, and every product.
    BigInteger half = product(varied, varied).shiftRight(1);
    BigInteger factor =
        full.compareTo(target) >= 0
            ? ONE_PARTS.add(off).add(half).min(MAX)
            : off.subtract(half).max(BigInteger.ZERO);
    return new SpotTraffic(product(factor, parts).max(ONE_PARTS));
  }

  /**
   * The price of an order, rounded down.
   *
   * @param baseFee at most {@link #MAX}
   */
  public BigInteger price(BigInteger baseFee) {
    return product(parts, baseFee);
  }

  /** Rounds to the nearest, a half down. */
  private static BigInteger ratio(long part, long whole) {
    BigInteger[] exact =
        BigInteger.valueOf(part).multiply(ONE_PARTS).divideAndRemainder(BigInteger.valueOf(whole));
    boolean isUp = exact[1].shiftLeft(1).compareTo(BigInteger.valueOf(whole)) > 0;
    return isUp ? exact[0].add(BigInteger.ONE) : exact[0];
  }

  private static BigInteger product(BigInteger one, BigInteger other) {
    return one.multiply(other).divide(ONE_PARTS).min(MAX);
  }
}
