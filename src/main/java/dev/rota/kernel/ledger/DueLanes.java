package dev.rota.kernel.ledger;

import dev.rota.kernel.engine.Engine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * The lanes of a task by their next deadline. A lane in memory knows its own. Of the others, only
 * those with a deadline are here: time and name.
 */
public final class DueLanes {
  /** The maximum of lanes that are due at once, and of lanes that are opened for it. */
  static final int AT_ONCE = 1_000;

  private final LaneStore store;
  private final TreeSet<Pending> pending =
      new TreeSet<>(Comparator.comparingLong(Pending::atMillis).thenComparing(Pending::lane));
  private boolean read;
  private long turns;

  private record Pending(long atMillis, String lane) {}

  DueLanes(LaneStore store) {
    this.store = store;
  }

  /**
   * The earliest deadline of all lanes in epoch ms, or {@link Engine#NEVER}. It may be too early,
   * never too late.
   */
  public long nextMillis() {
    readOnce();
    long next = pending.isEmpty() ? Engine.NEVER : pending.first().atMillis();
    for (Lane lane : store.open()) {
      next = Math.min(next, lane.nextDeadline());
    }
    return next;
  }

  /**
   * Opens and returns lanes whose deadline has come, at most {@value #AT_ONCE}, the earliest
   * deadline first. They stay due until they take a turn, so that another call returns the others.
   */
  public List<Lane> at(long nowMillis) {
    readOnce();
    List<Lane> due = new ArrayList<>();
    for (Lane lane : store.open()) {
      addDue(lane, nowMillis, due);
    }
    for (int opened = due.size(); opened < AT_ONCE && isPending(nowMillis); opened++) {
      String lane = pending.pollFirst().lane();
      if (!store.isInMemory(lane)) {
        addDue(store.lane(lane), nowMillis, due);
      }
    }
    due.sort(Comparator.comparingLong((Lane l) -> l.nextDeadline()).thenComparing(Lane::name));
    return due;
  }

  /** The number of lanes that are not in memory and have a deadline. */
  public int pending() {
    return pending.size();
  }

  private void addDue(Lane lane, long nowMillis, List<Lane> due) {
    if (due.size() < AT_ONCE
        && lane.nextDeadline() <= nowMillis
        && (lane.wantsToAdopt() || lane.state() != null)) {
      due.add(lane);
    }
  }

  /** The number of turns that all lanes took here when they were first asked about. */
  public long turns() {
    readOnce();
    return turns;
  }

  private boolean isPending(long nowMillis) {
    return !pending.isEmpty() && pending.first().atMillis() <= nowMillis;
  }

  void opened(Lane lane) {
    pending.remove(new Pending(atMillis(lane.cursor()), lane.name()));
    pending.remove(new Pending(lane.cursor().nextMillis(), lane.name()));
  }

  /** A lane that is set aside cannot fire. It is not opened again before an input comes. */
  void closed(Lane lane) {
    if (!lane.isSetAside()) {
      add(lane.name(), lane.wantsToAdopt() ? atMillis(lane.cursor()) : lane.cursor().nextMillis());
    }
  }

  /** Deadlines are pending from the start, although no record arrives. */
  private void readOnce() {
    if (!read) {
      read = true;
      store.eachCursor(
          (lane, cursor) -> {
            turns += cursor.ownTurns();
            if (!store.isInMemory(lane)) {
              add(lane, atMillis(cursor));
            }
          });
    }
  }

  private void add(String lane, long atMillis) {
    if (atMillis != Engine.NEVER) {
      pending.add(new Pending(atMillis, lane));
    }
  }

  /** A lane that other rules may help is due at once. */
  private long atMillis(LaneCursor cursor) {
    return cursor.stuck() && cursor.adopts(store.versions())
        ? LaneCursor.OVERDUE
        : cursor.nextMillis();
  }
}
