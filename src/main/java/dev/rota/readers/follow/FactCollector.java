package dev.rota.readers.follow;

import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.engine.WatchedEngine.Watcher;
import java.util.ArrayList;
import java.util.List;

/** Collects the facts of a turn. */
final class FactCollector implements Watcher<State, Fact<State>> {
  private final List<Fact<State>> open = new ArrayList<>();

  @Override
  public Runnable decided(State before, List<Fact<State>> facts) {
    return () -> open.addAll(facts);
  }

  @Override
  public void dropped() {
    open.clear();
  }

  /** The turn is over: what it decided. */
  List<Fact<State>> end() {
    List<Fact<State>> facts = List.copyOf(open);
    open.clear();
    return facts;
  }
}
