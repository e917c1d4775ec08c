package dev.rota.domain;

import dev.rota.engine.Fact;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;

/** Traffic of a lane that is always full, to measure the rules' speed with. */
public interface SaturatedTraffic extends Traffic {
  @Override
  default List<String> lanes() {
    return List.of("bench");
  }

  @Override
  default Iterator<Event> hostile(String lane, long seed) {
    return start(lane, seed);
  }

  /** Its history: a hundred events in a millisecond, each decided at once. */
  abstract class History<S extends State, I, F extends Fact<S>> implements Iterator<Event> {
    /** What a history draws from. */
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
     * Makes the next event.
     *
     * @param number 0 for the first
     */
    protected abstract Event event(long number, long atMillis);

    /** Takes notice of what comes of an event. */
    protected abstract void hear(F fact);
  }
}
