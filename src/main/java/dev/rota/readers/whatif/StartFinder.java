package dev.rota.readers.whatif;

import dev.rota.kernel.domain.ForecastModel;
import dev.rota.kernel.domain.ForecastModel.Stage;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.domain.Why.Thing;
import java.util.function.ObjLongConsumer;

/** Looks when a thing that waits since a time is started, in a history that is played again. */
final class StartFinder implements ObjLongConsumer<State> {
  private final ForecastModel<State, ?, ?> forecast;
  private final Thing thing;
  private final long waitsSince;

  /** It was started before that time, and has not waited since. */
  private boolean held;

  /** It ran right before that time. */
  private boolean ran;

  private Boolean spared;
  private Long atMillis;

  StartFinder(ForecastModel<State, ?, ?> forecast, Thing thing, long waitsSince) {
    this.forecast = forecast;
    this.thing = thing;
    this.waitsSince = waitsSince;
  }

  /** Looks behind a turn. Whether it is spared, the last turn of that instant tells. */
  @Override
  public void accept(State state, long nowMillis) {
    Stage stage = WaitFinder.stage(forecast, thing, state);
    if (nowMillis < waitsSince) {
      ran = stage == Stage.STARTED;
      held = ran || held && stage != Stage.WAITS;
    } else if (nowMillis == waitsSince) {
      // A name may come again: another thing with it is placed then.
      spared = stage == Stage.STARTED ? ran : held && stage != Stage.WAITS;
      started(stage == Stage.STARTED && !ran, nowMillis);
    } else {
      started(stage == Stage.STARTED, nowMillis);
    }
  }

  private void started(boolean isStarted, long nowMillis) {
    if (atMillis == null && isStarted) {
      atMillis = nowMillis;
    }
  }

  /** It would not have begun to wait then. */
  boolean isSpared() {
    return spared == null ? held : spared;
  }

  /** When it is started, epoch ms; null: it is not, or it was before. */
  Long atMillis() {
    return isSpared() ? null : atMillis;
  }
}
