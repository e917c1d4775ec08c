package dev.rota.kernel.domain;

import dev.rota.kernel.domain.Why.Thing;
import java.util.List;
import java.util.Optional;

/**
 * What a domain knows about the time at which things are started. It learns from a lane's history
 * what usually happens, and says which inputs are assumed to come. It decides nothing: the rules
 * do, on a copy of the lane.
 *
 * @param <S> a lane's state
 * @param <I> inputs
 * @param <F> facts
 */
public interface ForecastModel<S, I, F> {
  /** How far a thing is. */
  enum Stage {
    WAITS,
    STARTED,
    OVER
  }

  /**
   * Where a thing is now.
   *
   * @param told a sentence without its subject and its full stop
   */
  record Place(Stage stage, String told) {}

  /**
   * A thing is started.
   *
   * @param where such as {@code bot b-1}
   * @param atMillis epoch ms
   */
  record Start(Thing thing, String where, long atMillis) {}

  /** An input that is assumed to come at this time, epoch ms. */
  record Expected<I>(long atMillis, I input) {}

  /** What was learned of a lane's history. */
  interface Memory<S, I, F> {
    /**
     * Learns from a turn.
     *
     * @param facts all that it decided
     * @param atMillis its time, epoch ms
     */
    void learn(List<F> facts, long atMillis);

    /**
     * Expects what is usual from now on. What is learned later does not change it.
     *
     * @param state of a copy of the lane, which goes on
     */
    Expectation<I, F> expect(S state, long nowMillis);
  }

  /** What is assumed to come to a copy of a lane. */
  interface Expectation<I, F> {
    /** The next input. Null: none is assumed to come before the next deadline. */
    Expected<I> next(long nowMillis);

    /**
     * The copy has taken a turn.
     *
     * @param input the one that was expected; null: deadlines were due before it
     */
    void decided(I input, List<F> facts);

    /** All that was assumed so far: sentences without their full stops. */
    List<String> assumed();
  }

  /** The kinds of things that are started, the usual one first. None: not forecast yet. */
  List<String> kinds();

  /** The thing by its whole name, as {@link #starts} names it. */
  default Thing named(Thing thing, S state) {
    return thing;
  }

  /** Where the thing is; empty if the state does not have it. */
  Optional<Place> place(Thing thing, S state);

  /**
   * The things of a kind that wait, in an order that the state decides, such as their age.
   *
   * @param most how many are returned
   */
  List<Thing> waiting(String kind, S state, int most);

  /**
   * The things that a fact starts.
   *
   * @param atMillis the time of its turn, epoch ms
   */
  List<Start> starts(F fact, long atMillis);

  /** True if what was started stays so: further starts are of copies. */
  default boolean startsOnce() {
    return false;
  }

  /** Returns a memory without history. */
  Memory<S, I, F> memory();

  /** Forecasts nothing. */
  static <S, I, F> ForecastModel<S, I, F> unknown() {
    return new ForecastModel<>() {
      @Override
      public List<String> kinds() {
        return List.of();
      }

      @Override
      public Optional<Place> place(Thing thing, S state) {
        return Optional.empty();
      }

      @Override
      public List<Thing> waiting(String kind, S state, int most) {
        return List.of();
      }

      @Override
      public List<Start> starts(F fact, long atMillis) {
        return List.of();
      }

      @Override
      public Memory<S, I, F> memory() {
        throw new UnsupportedOperationException("not forecast yet");
      }
    };
  }
}
