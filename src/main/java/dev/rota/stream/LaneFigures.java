package dev.rota.stream;

import dev.rota.domain.Figures;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How the lanes of this process stand. Only the thread that decides a lane may read its state, so
 * whoever wants to know asks, and is told with the metronome's next beat. Nobody asks, nobody
 * counts.
 */
public final class LaneFigures {
  /**
   * A lane.
   *
   * @param turns that it has taken, since it was new
   */
  public record Lane(long turns, Figures figures) {
    /** Two lanes of a domain as one. */
    public Lane plus(Lane other) {
      return new Lane(turns + other.turns, figures.plus(other.figures));
    }
  }

  private final Map<String, Lane> told = new ConcurrentHashMap<>();
  private final AtomicLong questions = new AtomicLong();

  /** What was told last, by lane; and asks for more. */
  public SortedMap<String, Lane> ask() {
    questions.incrementAndGet();
    return new TreeMap<>(told);
  }

  /** How often it was asked so far. */
  long questions() {
    return questions.get();
  }

  void tell(String lane, Lane stands) {
    told.put(lane, stands);
  }

  /** The lane is another's to decide. */
  void forget(String lane) {
    told.remove(lane);
  }
}
