package dev.rota.shards.forecast;

import dev.rota.kernel.domain.measures.RecentSamples;
import dev.rota.shards.model.ShardsInstants;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** How long cycles take, and when leases are reported as started. Times are in ms. */
final class CycleTimes {
  static final long NEVER = Long.MAX_VALUE;
  private static final int KEPT = 1000;

  /** Of fewer, the cycles of all shards are taken. */
  private static final int ENOUGH = 5;

  /** A pool may have many more. */
  private static final int SHARDS_MAX = 10_000;

  private final Map<String, RecentSamples> byShard = new HashMap<>();
  private final RecentSamples all = new RecentSamples(KEPT);
  private final RecentSamples starts = new RecentSamples(KEPT);

  void took(String shard, long millis) {
    all.add(millis);
    if (byShard.containsKey(shard) || byShard.size() < SHARDS_MAX) {
      byShard.computeIfAbsent(shard, _ -> new RecentSamples(KEPT)).add(millis);
    }
  }

  /** A lease was reported as started so long after its grant, or {@link #NEVER}. */
  void started(long millis) {
    starts.add(millis);
  }

  /**
   * How long a cycle takes that is out for so long.
   *
   * @param assumed takes in words what is assumed
   */
  long total(String shard, long elapsed, Set<String> assumed) {
    RecentSamples own = byShard.get(shard);
    boolean enough = own != null && own.count() >= ENOUGH;
    RecentSamples samples = enough ? own : all;
    if (samples.count() == 0) {
      assumed.add("no cycle ends, as none has ended in the history that was read");
      return NEVER;
    }
    if (samples.countFrom(elapsed) == 0) {
      assumed.add("a cycle that is out for longer than all before it takes as long again");
      return ShardsInstants.plus(elapsed, elapsed);
    }
    String whose = enough ? "a cycle of shard " + shard : "a cycle";
    assumed.add(whose + " takes " + samples.usualTime());
    long total = samples.medianFrom(elapsed);
    if (total != samples.percentile(50)) {
      assumed.add("a cycle that is out takes as long as half of those that took as long as it");
    }
    return total;
  }

  /** When a lease that is not reported as started will be; {@link #NEVER}: it will not. */
  long start(long elapsed, Set<String> assumed) {
    if (starts.countFrom(elapsed) == 0 || starts.medianFrom(elapsed) == NEVER) {
      return NEVER;
    }
    Duration usual = Duration.ofMillis(starts.medianFrom(elapsed));
    assumed.add(
        "a lease is reported as started "
            + usual
            + " after its grant (p50 of "
            + starts.countFrom(elapsed)
            + ")");
    return starts.medianFrom(elapsed);
  }
}
