package dev.rota.readers.forecast;

import dev.rota.kernel.domain.ForecastModel;
import dev.rota.kernel.domain.ForecastModel.Expectation;
import dev.rota.kernel.domain.ForecastModel.Expected;
import dev.rota.kernel.domain.ForecastModel.Start;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.engine.Stepper;
import dev.rota.kernel.engine.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** A copy of a lane that goes on with what is assumed to come. */
final class LaneAhead {
  /** More are not decided for one answer. */
  private static final int TURNS_MAX = 1_000_000;

  private final ForecastModel<State, Object, Fact<State>> forecast;
  private final Stepper<State, Object, Fact<State>> copy;
  private final Expectation<Object, Fact<State>> expectation;
  private final String lane;
  private final long firstTurn;
  private final Supplier<String> patience;
  private long turns;
  private long nowMillis;

  /** Why it does not go on though there is more, or null. */
  private String stopped;

  /**
   * Begins behind a turn.
   *
   * @param atMillis the present time, not before that turn's
   * @param patience is asked before each turn: why the answer ends here, or null
   */
  LaneAhead(
      ForecastModel<State, Object, Fact<State>> forecast,
      Stepper<State, Object, Fact<State>> copy,
      Expectation<Object, Fact<State>> expectation,
      String lane,
      long turn,
      long atMillis,
      Supplier<String> patience) {
    this.forecast = forecast;
    this.copy = copy;
    this.expectation = expectation;
    this.lane = lane;
    this.firstTurn = turn;
    this.nowMillis = atMillis;
    this.patience = patience;
  }

  State state() {
    return copy.state();
  }

  long nowMillis() {
    return nowMillis;
  }

  /** The turns that it has taken. */
  long turns() {
    return turns;
  }

  /** Why it stopped before the end, or null. */
  String stopped() {
    return stopped;
  }

  List<String> assumed() {
    return expectation.assumed();
  }

  /**
   * Takes the next turn if it is not later, and returns what it starts. Null: nothing comes until
   * then, or it has stopped.
   */
  List<Start> turn(long untilMillis) {
    if (turns == TURNS_MAX) {
      stopped = "more than " + TURNS_MAX + " turns come before";
      return null;
    }
    stopped = patience.get();
    if (stopped != null) {
      return null;
    }
    try {
      long due = copy.nextDeadline();
      Expected<Object> next = expectation.next(nowMillis);
      boolean input = next != null && next.atMillis() <= due;
      long atMillis = input ? next.atMillis() : due;
      if (atMillis == Engine.NEVER || atMillis > untilMillis) {
        return null;
      }
      nowMillis = Math.max(nowMillis, atMillis);
      return take(input ? next.input() : null);
    } catch (RuntimeException bug) { // in the lane it would be a dead letter
      stopped = "the rules fail over what is assumed: " + bug;
      return null;
    }
  }

  private List<Start> take(Object input) {
    turns++;
    List<Fact<State>> facts = copy.take(new Turn<>(lane, firstTurn + turns, nowMillis, input));
    expectation.decided(input, facts);
    List<Start> starts = new ArrayList<>();
    facts.forEach(fact -> starts.addAll(forecast.starts(fact, nowMillis)));
    return starts;
  }
}
