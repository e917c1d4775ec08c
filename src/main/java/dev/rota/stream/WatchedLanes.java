package dev.rota.stream;

import dev.rota.domain.State;
import dev.rota.engine.Engine;
import dev.rota.engine.Fact;
import dev.rota.ledger.Lane;
import dev.rota.ledger.LaneStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Asks every lane of a task what it has pending. */
final class WatchedLanes<S extends State, I, F extends Fact<S>> implements LaneDeadlines<S, I, F> {
  private static final long AT_ONCE = Long.MIN_VALUE;

  private final LaneStore<S, I, F> store;
  private final Map<String, Lane<S, I, F>> watched = new HashMap<>();
  private boolean awake;

  WatchedLanes(LaneStore<S, I, F> store) {
    this.store = store;
  }

  /** The lane takes a turn, so it may have a new deadline. */
  void watch(Lane<S, I, F> lane) {
    watched.putIfAbsent(lane.name(), lane);
  }

  @Override
  public long earliestMillis() {
    wake();
    long earliest = Engine.NEVER;
    for (Lane<S, I, F> lane : watched.values()) {
      earliest = Math.min(earliest, next(lane));
    }
    return earliest;
  }

  @Override
  public List<Lane<S, I, F>> due(long atMillis) {
    wake();
    List<Lane<S, I, F>> due = new ArrayList<>();
    List<String> failing = new ArrayList<>();
    for (Lane<S, I, F> lane : watched.values()) {
      long next = next(lane);
      if (next <= atMillis) {
        due.add(lane);
      }
      if (next == AT_ONCE) {
        failing.add(lane.name());
      }
    }
    // Once, otherwise it would repeat forever.
    watched.keySet().removeAll(failing);
    return due;
  }

  /** After a restart or rebalance, lanes may have deadlines although no record arrives. */
  private void wake() {
    if (!awake) {
      store.lanes().forEach(name -> watched.putIfAbsent(name, store.lane(name)));
      awake = true;
    }
  }

  /** A lane whose rules cannot say what is due takes a turn, which fails and dead-letters it. */
  private static long next(Lane<?, ?, ?> lane) {
    try {
      return lane.nextDeadline();
    } catch (RuntimeException bug) {
      return AT_ONCE;
    }
  }
}
