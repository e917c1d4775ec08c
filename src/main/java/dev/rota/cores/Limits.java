package dev.rota.cores;

/** The largest numbers that a lane takes; whatever is beyond is refused by name. */
final class Limits {
  static final long UNSIGNED_32 = 0xffffffffL;
  static final int CORES_MAX = 65_536;
  static final int VALIDATORS_MAX = 1_000_000;

  private Limits() {}

  static String range(String field, long value) {
    return range(field, value, UNSIGNED_32);
  }

  static String range(String field, long value, long max) {
    return field + " is " + value + ", not within 0.." + max;
  }
}
