package dev.rota.readers.forecast;

import dev.rota.kernel.domain.ForecastModel;
import dev.rota.kernel.domain.ForecastModel.Place;
import dev.rota.kernel.domain.ForecastModel.Stage;
import dev.rota.kernel.domain.ForecastModel.Start;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.domain.Why.Thing;
import dev.rota.kernel.engine.Fact;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Forecasts that were made along a history, beside what happened then. */
public final class TrackRecord {
  /** Of more things that wait, no forecast is made at one moment. */
  private static final int THINGS_MAX = 1000;

  /**
   * A forecast that is not judged yet.
   *
   * @param start null: it is not started until then
   */
  private record Made(long atMillis, long untilMillis, Start start) {}

  private final ForecastModel<State, Object, Fact<State>> forecast;
  private final String kind;
  private final long withinMillis;
  private final Map<Thing, List<Made>> open = new LinkedHashMap<>();
  private final ForecastAccuracy judged = new ForecastAccuracy();

  /** Forecasts things of this kind, up to this horizon in ms. */
  public TrackRecord(
      ForecastModel<State, Object, Fact<State>> forecast, String kind, long withinMillis) {
    this.kind = kind;
    this.forecast = forecast;
    this.withinMillis = withinMillis;
  }

  /** Makes a forecast of each thing that waits. */
  public void forecast(PresentLane present, State state) {
    sweep(state, present.atMillis());
    List<Thing> waiting = forecast.waiting(kind, state, THINGS_MAX);
    Map<Thing, Start> first = waiting.isEmpty() ? Map.of() : present.first(waiting, withinMillis);
    judged.moments++;
    for (Thing thing : waiting) {
      Made made = new Made(present.atMillis(), present.atMillis() + withinMillis, first.get(thing));
      open.computeIfAbsent(thing, _ -> new ArrayList<>()).add(made);
    }
  }

  /** A thing was started. */
  public void happened(Start start) {
    List<Made> all = open.remove(start.thing());
    if (all != null) {
      all.forEach(made -> judged.started(made.start, made.atMillis, made.untilMillis, start));
    }
  }

  /** The history is over. */
  public ForecastAccuracy end(State state, long nowMillis) {
    sweep(state, nowMillis);
    open.values().forEach(all -> all.forEach(made -> judged.open(made.start, nowMillis)));
    open.clear();
    return judged;
  }

  /** Judges forecasts of what is gone, and those whose horizon is over. */
  private void sweep(State state, long nowMillis) {
    Iterator<Map.Entry<Thing, List<Made>>> all = open.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<Thing, List<Made>> one = all.next();
      Optional<Place> place = forecast.place(one.getKey(), state);
      boolean gone = place.isEmpty() || place.get().stage() != Stage.WAITS;
      one.getValue()
          .removeIf(
              made -> {
                boolean over = gone || made.start == null && nowMillis > made.untilMillis;
                if (over) {
                  judged.gone(made.start);
                }
                return over;
              });
      if (one.getValue().isEmpty()) {
        all.remove();
      }
    }
  }
}
