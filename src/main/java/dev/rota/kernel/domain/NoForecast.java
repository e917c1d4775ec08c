package dev.rota.kernel.domain;

import dev.rota.kernel.domain.Why.Thing;
import java.util.List;
import java.util.Optional;

/** Forecasts nothing. */
final class NoForecast<S, I, F> implements Forecast<S, I, F> {
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
}
