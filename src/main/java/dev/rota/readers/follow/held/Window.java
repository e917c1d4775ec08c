package dev.rota.readers.follow.held;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The last turns of each lane of a domain. It holds a bounded number: with many lanes, each has
 * fewer. Thread-safe.
 */
public final class Window {
  private static final int LANE_MIN = 8;
  private static final LaneTurns NONE = new LaneTurns();

  private final int allMax;
  private final Map<String, LaneTurns> lanes = new HashMap<>();
  private int most;
  private int all;

  /**
   * A new window.
   *
   * @param allMax the turns of all lanes together, unless there are very many lanes
   */
  public Window(int allMax) {
    this.allMax = allMax;
    this.most = Integer.highestOneBit(allMax);
  }

  public synchronized void add(String lane, Recent turn) {
    LaneTurns turns = lanes.computeIfAbsent(lane, unused -> new LaneTurns());
    all -= turns.size();
    turns.add(turn, most);
    all += turns.size();
    while (all > allMax && most > LANE_MIN) {
      most /= 2;
      lanes.values().forEach(one -> one.trim(most));
      all = lanes.values().stream().mapToInt(LaneTurns::size).sum();
    }
  }

  /** Up to {@code limit} turns before this one, the newest first. */
  public synchronized List<Recent> before(String lane, long turn, int limit) {
    return between(lane, 0, turn, limit, true);
  }

  /**
   * Up to {@code limit} turns behind one and before another, the newest first.
   *
   * @param idle false: without ticks that did nothing
   */
  public synchronized List<Recent> between(
      String lane, long behind, long before, int limit, boolean idle) {
    LaneTurns turns = lanes.getOrDefault(lane, NONE);
    List<Recent> found = new ArrayList<>();
    long oldest = Math.max(behind + 1, turns.first());
    for (long one = Math.min(before - 1, turns.last());
        one >= oldest && found.size() < limit;
        one--) {
      if (idle || !turns.isQuiet(one)) {
        found.add(turns.turn(one));
      }
    }
    return found;
  }

  /** The oldest {@code limit} turns behind this one that it holds, the oldest first. */
  public synchronized List<Recent> after(String lane, long turn, int limit) {
    LaneTurns turns = lanes.getOrDefault(lane, NONE);
    List<Recent> found = new ArrayList<>();
    for (long one = Math.max(turn + 1, turns.first());
        one <= turns.last() && found.size() < limit;
        one++) {
      found.add(turns.turn(one));
    }
    return found;
  }

  /**
   * The held turns from one to another, by stretches. Each begins with a multiple of the size, but
   * for the oldest; so what is counted once stays.
   *
   * @param size turns of a stretch
   * @param most stretches; further ones are left out
   */
  public synchronized Stretches stretches(String lane, long from, long to, long size, int most) {
    LaneTurns turns = lanes.getOrDefault(lane, NONE);
    List<Stretch> all = new ArrayList<>();
    long end = Math.min(to, turns.last());
    long begin = Math.max(from - from % size, turns.first());
    while (begin <= end && all.size() < most) {
      long last = Math.min(turns.last(), begin - begin % size + size - 1);
      all.add(turns.stretch(begin, last));
      begin = last + 1;
    }
    return new Stretches(turns.first(), turns.last(), all);
  }
}
