package dev.rota.faults;

import java.util.Collection;
import java.util.stream.IntStream;

/** A fault that struck some partitions; what it cost is known once it is over. */
final class Strike {
  private final Collection<Integer> hit;
  private final long[] accepted;
  private final long inFlight;
  private long[] pauses = {};
  private long later;

  /**
   * Now.
   *
   * @param hit the partitions that stand still
   * @param accepted inputs of each partition
   * @param decided of them
   */
  Strike(Collection<Integer> hit, long[] accepted, long[] decided) {
    this.hit = hit;
    this.accepted = accepted;
    this.inFlight = sum(accepted) - sum(decided);
  }

  private long sum(long[] counts) {
    return hit.stream().mapToLong(i -> counts[i]).sum();
  }

  /**
   * It is over.
   *
   * @param silences the longest of each partition, in milliseconds
   */
  void over(long[] silences, long[] decided) {
    pauses = silences;
    later = sum(decided) - sum(accepted);
  }

  /** Inputs of the partitions hit that were accepted and not decided. */
  long inFlight() {
    return inFlight;
  }

  /** Decided inputs of the partitions hit that came later. */
  long later() {
    return later;
  }

  /** The longest silence of those that were hit, or of the others; -1 when there are none. */
  long pause(boolean ofTheHit) {
    return IntStream.range(0, pauses.length)
        .filter(i -> hit.contains(i) == ofTheHit)
        .mapToLong(i -> pauses[i])
        .max()
        .orElse(-1);
  }
}
