package dev.rota.cores.forecast;

import dev.rota.kernel.domain.PluralText;
import dev.rota.kernel.domain.measures.RecentSamples;
import java.util.Set;

/**
 * What is usual on a chain.
 *
 * @param intervals from block to block, ms
 * @param backed 1 for a claim that was backed in the block that scheduled it, else 0
 * @param blocks from a claim's backing until its candidate was available; {@link #NEVER}: it timed
 *     out
 */
record ChainHabits(RecentSamples intervals, RecentSamples backed, RecentSamples blocks) {
  static final long NEVER = Long.MAX_VALUE;
  private static final int KEPT = 1000;

  ChainHabits() {
    this(new RecentSamples(KEPT), new RecentSamples(KEPT), new RecentSamples(KEPT));
  }

  /** The time from block to block, ms; -1: unknown. */
  long interval(Set<String> assumed) {
    if (intervals.count() == 0) {
      assumed.add("no block comes, as fewer than two are in the history that was read");
      return -1;
    }
    assumed.add("a block comes every " + intervals.usualTime());
    return intervals.percentile(50);
  }

  /** Whether claims are backed in the block that schedules them. */
  boolean isBacked(Set<String> assumed) {
    boolean usual = backed.count() == 0 || backed.percentile(50) == 1;
    assumed.add(
        "a claim is "
            + (usual ? "" : "not ")
            + "backed in the block that schedules it"
            + (backed.count() == 0
                ? ""
                : " (" + backed.countFrom(1) + " of " + backed.count() + " were)"));
    return usual;
  }

  /**
   * How many blocks behind its backing a candidate is available.
   *
   * @param elapsed so many have passed at least
   */
  long available(long elapsed, Set<String> assumed) {
    if (blocks.count() == 0) {
      assumed.add("no candidate becomes available, as none has in the history that was read");
      return NEVER;
    }
    if (blocks.countFrom(elapsed) == 0) {
      assumed.add("a candidate that is pending for longer than all before it times out");
      return NEVER;
    }
    long usual = blocks.medianFrom(elapsed);
    String which =
        elapsed <= 1
            ? "a candidate"
            : "a candidate that is still pending after " + PluralText.of(elapsed - 1, "block");
    assumed.add(
        usual == NEVER
            ? which + " times out, as most did"
            : which
                + " is available "
                + PluralText.of(usual, "block")
                + " after its backing (p50 of "
                + blocks.countFrom(elapsed)
                + ")");
    return usual;
  }
}
