package dev.rota.readers.whatif;

import dev.rota.kernel.domain.ForecastModel;
import dev.rota.kernel.domain.ForecastModel.Stage;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.domain.Why.Thing;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.engine.WatchedEngine.Watcher;
import dev.rota.kernel.ledger.TurnEntry;
import java.util.List;

/** Finds the turn since which a thing waits without a break. At the end of the history it waits. */
final class WaitFinder implements Watcher<State, Fact<State>> {
  private final ForecastModel<State, ?, Fact<State>> forecast;
  private final Thing thing;
  private boolean waits;
  private long sinceMillis;

  /** The time of the last turn that decided something. */
  private long lastMillis;

  /** The open turn has decided something. */
  private boolean decided;

  /** It began to wait in the open turn. */
  private boolean begun;

  WaitFinder(ForecastModel<State, ?, Fact<State>> forecast, Thing thing) {
    this.forecast = forecast;
    this.thing = thing;
  }

  /** What was decided before shows in the state, and these facts do not yet. */
  @Override
  public Runnable decided(State before, List<Fact<State>> facts) {
    boolean now = stage(forecast, thing, before) == Stage.WAITS;
    return () -> seen(now);
  }

  private void seen(boolean now) {
    if (now && !waits) {
      begun = decided;
      sinceMillis = lastMillis;
    }
    waits = now;
    decided = true;
  }

  void end(TurnEntry turn) {
    if (decided) {
      lastMillis = turn.atMillis();
    }
    if (begun) {
      sinceMillis = turn.atMillis();
    }
    decided = false;
    begun = false;
  }

  /** Epoch ms. */
  long sinceMillis() {
    return waits ? sinceMillis : lastMillis;
  }

  /** How far a thing is; null: it is not there. */
  static Stage stage(ForecastModel<State, ?, ?> forecast, Thing thing, State state) {
    return forecast.place(thing, state).map(ForecastModel.Place::stage).orElse(null);
  }
}
