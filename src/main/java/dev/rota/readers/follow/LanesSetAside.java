package dev.rota.readers.follow;

import dev.rota.kernel.domain.Output;
import dev.rota.kernel.ledger.LaneStore;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.road.health.LaneSetAside;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.ToLongFunction;

/**
 * The lanes of a partition that are set aside: the ledger says so of its turns, and a lane that
 * takes none is found when it is opened. Thread-safe.
 */
final class LanesSetAside implements LaneStore.Listener {
  private final SortedMap<String, LaneSetAside> lanes = new ConcurrentSkipListMap<>();
  private final ToLongFunction<String> lastTurn;

  /**
   * None yet.
   *
   * @param lastTurn the last turn of a lane
   */
  LanesSetAside(ToLongFunction<String> lastTurn) {
    this.lastTurn = lastTurn;
  }

  /** It may have been so for long. */
  @Override
  public void setAside(String lane, Throwable fault) {
    lanes.putIfAbsent(lane, new LaneSetAside(lane, lastTurn.applyAsLong(lane), 0));
  }

  /**
   * A turn was decided.
   *
   * @param atMillis when, epoch ms
   */
  void take(TurnEntry turn, long atMillis) {
    if (turn.kind() == TurnEntry.Kind.UNREADABLE) {
      return; // it opens no lane
    }
    if (!Output.LANE_SET_ASIDE.equals(turn.reason())) {
      lanes.remove(turn.lane());
      return;
    }
    LaneSetAside known = lanes.get(turn.lane());
    // To decide this turn again the lane was opened, and that was not before the turn.
    if (known == null || known.sinceMillis() == 0 && known.afterTurn() == turn.number() - 1) {
      lanes.put(turn.lane(), new LaneSetAside(turn.lane(), turn.number() - 1, atMillis));
    }
  }

  /** By name. */
  List<LaneSetAside> all() {
    return List.copyOf(lanes.values());
  }
}
