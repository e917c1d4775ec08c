package dev.rota.road.stream;

import dev.rota.kernel.domain.BoardFigures;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Figures of this process's lanes. Only a lane's own thread may read its state, so a reader asks
 * and gets the figures after the next beat. Without readers nothing is computed.
 */
public final class LaneFigures {
  /**
   * The figures of a lane.
   *
   * @param turns since the lane was new
   */
  public record Lane(long turns, BoardFigures figures) {
    /** Sums two lanes of a domain. */
    public Lane plus(Lane other) {
      return new Lane(turns + other.turns, figures.plus(other.figures));
    }
  }

  private final Map<String, Lane> told = new ConcurrentHashMap<>();
  private final AtomicLong questions = new AtomicLong();

  /** Returns the latest figures by lane and requests new ones. */
  public SortedMap<String, Lane> ask() {
    questions.incrementAndGet();
    return new TreeMap<>(told);
  }

  /** The number of requests so far. */
  long questions() {
    return questions.get();
  }

  void tell(String lane, Lane stands) {
    told.put(lane, stands);
  }

  /** Another process or task decides the lane now. */
  void forget(String lane) {
    told.remove(lane);
  }
}
