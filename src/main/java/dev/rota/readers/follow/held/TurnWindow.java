package dev.rota.readers.follow.held;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The last turns of each lane of a domain. It holds a bounded number: with many lanes, each has
 * fewer. Thread-safe.
 */
public final class TurnWindow {
  private static final HeldTurns NONE = new HeldTurns();

  private final HeldLanes<HeldTurns> lanes;

  /**
   * A new window.
   *
   * @param allMax the turns of all lanes together, unless there are very many lanes
   */
  public TurnWindow(int allMax) {
    lanes = new HeldLanes<>(allMax);
  }

  /** Adds a lane's next turns, in their order. */
  public synchronized void add(String lane, List<RecentTurn> next) {
    lanes.take(
        lane,
        (held, most) -> {
          HeldTurns turns = held == null ? new HeldTurns() : held;
          next.forEach(turn -> turns.add(turn, most));
          return turns;
        });
  }

  private HeldTurns turns(String lane) {
    HeldTurns held = lanes.of(lane);
    return held == null ? NONE : held;
  }

  /** Forgets all lanes but these. The others may hold more from now on. */
  public synchronized void keep(Predicate<String> lane) {
    lanes.keep(lane);
  }

  /** Up to {@code limit} turns before this one, the newest first. */
  public synchronized List<RecentTurn> before(String lane, long turn, int limit) {
    return between(lane, 0, turn, limit, TurnFilter.ALL);
  }

  /** Up to {@code limit} turns behind one and before another, the newest first. */
  public synchronized List<RecentTurn> between(
      String lane, long behind, long before, int limit, TurnFilter filter) {
    HeldTurns turns = turns(lane);
    List<RecentTurn> found = new ArrayList<>();
    long oldest = Math.max(behind + 1, turns.first());
    for (long one = Math.min(before - 1, turns.last());
        one >= oldest && found.size() < limit;
        one--) {
      if (turns.isOf(filter, one)) {
        found.add(turns.turn(one));
      }
    }
    return found;
  }

  /** The oldest of a lane's turns of which it knows what they said; one behind the last: none. */
  public synchronized long saidFrom(String lane) {
    return turns(lane).saidFrom();
  }

  /** The oldest {@code limit} turns behind this one that it holds, the oldest first. */
  public synchronized List<RecentTurn> after(String lane, long turn, int limit) {
    HeldTurns turns = turns(lane);
    List<RecentTurn> found = new ArrayList<>();
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
  public synchronized TurnStretches stretches(
      String lane, long from, long to, long size, int most) {
    HeldTurns turns = turns(lane);
    List<TurnStretch> all = new ArrayList<>();
    long end = Math.min(to, turns.last());
    long begin = Math.max(from - from % size, turns.first());
    while (begin <= end && all.size() < most) {
      long last = Math.min(turns.last(), begin - begin % size + size - 1);
      all.add(turns.stretch(begin, last));
      begin = last + 1;
    }
    return new TurnStretches(turns.first(), turns.last(), all);
  }
}
