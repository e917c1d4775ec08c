package dev.rota.lab.traffic;

import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Fact;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;

/** Traffic that keeps a lane full, to benchmark the rules. */
public interface SaturatedTraffic extends Traffic {
  @Override
  default List<String> lanes() {
    return List.of("bench");
  }

  @Override
  default Iterator<Event> hostile(String lane, long seed) {
    return start(lane, seed);
  }

  /** A history with a hundred events per millisecond, each decided at once. */
  abstract class History<S extends State, I, F extends Fact<S>> implements Iterator<Event> {
    /** The random source of the history. */
    protected final SplittableRandom random;

    private final DecidedLane<S, I, F> lane;
    private long number;

    protected History(DecidedLane<S, I, F> lane, long seed) {
      this.lane = lane;
      this.random = new SplittableRandom(seed);
    }

    @Override
    public final boolean hasNext() {
      return true;
    }

    @Override
    public final Event next() {
      long atMillis = number / 100;
      Event event = event(number++, atMillis);
      lane.take(atMillis, event.record()).forEach(this::hear);
      return event;
    }

    /**
     * Generates the next event.
     *
     * @param number from 0
     */
    protected abstract Event event(long number, long atMillis);

    /** Processes the facts of an event. */
    protected abstract void hear(F fact);
  }
}
