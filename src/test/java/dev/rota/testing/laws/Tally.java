package dev.rota.testing.laws;

import java.util.Locale;

/** How much a law was tried. */
final class Tally {
  private static final double HOUR_MILLIS = 3_600_000;

  private long seeds;
  private long turns;
  private long millis;
  private long cases;

  void seed() {
    seeds++;
  }

  void turn() {
    turns++;
  }

  void lane(long lengthMillis) {
    millis += lengthMillis;
  }

  /** Something that the law says something about: a repeat, a refusal, a deadline. */
  void met() {
    cases++;
  }

  void add(Tally other) {
    seeds = Math.max(seeds, other.seeds);
    turns += other.turns;
    millis += other.millis;
    cases += other.cases;
  }

  long cases() {
    return cases;
  }

  long turns() {
    return turns;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%d seeds, %d turns, %.1f simulated hours, %d cases",
        seeds,
        turns,
        millis / HOUR_MILLIS,
        cases);
  }
}
