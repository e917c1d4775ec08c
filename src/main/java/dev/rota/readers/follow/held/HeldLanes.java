package dev.rota.readers.follow.held;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/**
 * What is held of each lane, a bounded number of all together: with many lanes, each has fewer. Not
 * thread-safe.
 */
final class HeldLanes<L extends HeldLanes.Lane> {
  private static final int LANE_MIN = 8;

  /** What is held of one lane. */
  interface Lane {
    /** What it may forget. */
    int size();

    /** Forgets the oldest beyond so much. */
    void trim(int most);
  }

  /** How a lane goes on. */
  interface Step<L> {
    /**
     * Takes what is new.
     *
     * @param held null: nothing
     * @param most that a lane may hold
     * @return what is held from now on; null: nothing
     */
    L from(L held, int most);
  }

  private final int allMax;
  private final Map<String, L> lanes = new HashMap<>();
  private int most;
  private int all;

  /**
   * Holds nothing yet.
   *
   * @param allMax of all lanes together, unless there are very many lanes
   */
  HeldLanes(int allMax) {
    this.allMax = allMax;
    this.most = Integer.highestOneBit(allMax);
  }

  /** Null: nothing is held of it. */
  L of(String lane) {
    return lanes.get(lane);
  }

  void take(String lane, Step<L> step) {
    L before = lanes.get(lane);
    all -= before == null ? 0 : before.size();
    L now = step.from(before, most);
    if (now == null) {
      lanes.remove(lane);
      return;
    }
    lanes.put(lane, now);
    all += now.size();
    while (all > allMax && most > LANE_MIN) {
      most /= 2;
      lanes.values().forEach(one -> one.trim(most));
      count();
    }
  }

  private void count() {
    all = lanes.values().stream().mapToInt(Lane::size).sum();
  }

  /** Forgets all lanes but these. The others may hold more from now on. */
  void keep(Predicate<String> lane) {
    lanes.keySet().removeIf(lane.negate());
    count();
    most = Integer.highestOneBit(allMax);
  }
}
