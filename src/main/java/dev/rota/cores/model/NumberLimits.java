package dev.rota.cores.model;

/** The largest accepted numbers. A larger one is refused with the name of its field. */
public final class NumberLimits {
  public static final long UNSIGNED_32 = 0xffffffffL;
  public static final int CORES_MAX = 65_536;
  public static final int VALIDATORS_MAX = 1_000_000;

  private NumberLimits() {}

  public static String range(String field, long value) {
    return range(field, value, UNSIGNED_32);
  }

  public static String range(String field, long value, long max) {
    return field + " is " + value + ", not within 0.." + max;
  }
}
