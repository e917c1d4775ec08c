package dev.rota.follow;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * The last turns of each lane of a partition. It holds a bounded number: with many lanes, each has
 * fewer. Thread-safe.
 */
final class Window {
  private static final int LANE_MAX = 1_000;
  private static final int LANE_MIN = 8;

  private final int allMax;
  private final Map<String, Deque<Recent>> lanes = new HashMap<>();
  private int most = LANE_MAX;
  private int all;

  /**
   * A new window.
   *
   * @param allMax the turns of all lanes together, unless there are very many lanes
   */
  Window(int allMax) {
    this.allMax = allMax;
  }

  synchronized void add(String lane, Recent turn) {
    Deque<Recent> turns = lanes.computeIfAbsent(lane, unused -> new ArrayDeque<>());
    turns.addFirst(turn);
    all++;
    trim(turns);
    if (all > allMax && most > LANE_MIN) {
      most = Math.max(LANE_MIN, most / 2);
      lanes.values().forEach(this::trim);
    }
  }

  private void trim(Deque<Recent> turns) {
    while (turns.size() > most) {
      turns.removeLast();
      all--;
    }
  }

  /** Up to {@code limit} turns before this one, the newest first. */
  synchronized List<Recent> before(String lane, long turn, int limit) {
    List<Recent> found = new ArrayList<>();
    for (Recent one : lanes.getOrDefault(lane, new ArrayDeque<>())) {
      if (one.turn() < turn && found.size() < limit) {
        found.add(one);
      }
    }
    return found;
  }

  /** The oldest {@code limit} turns behind this one that it holds, the oldest first. */
  synchronized List<Recent> after(String lane, long turn, int limit) {
    List<Recent> found = new ArrayList<>();
    Deque<Recent> turns = lanes.get(lane);
    if (turns == null || turns.getFirst().turn() <= turn) {
      return found;
    }
    Iterator<Recent> oldest = turns.descendingIterator();
    while (oldest.hasNext() && found.size() < limit) {
      Recent one = oldest.next();
      if (one.turn() > turn) {
        found.add(one);
      }
    }
    return found;
  }
}
