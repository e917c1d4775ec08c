package dev.rota.readers.follow;

import dev.rota.kernel.engine.WatchedEngine.Watcher;
import java.util.ArrayList;
import java.util.List;

/** Collects the facts of a turn. */
final class FactCollector<S, F> implements Watcher<S, F> {
  private final List<F> open = new ArrayList<>();

  @Override
  public Runnable decided(S before, List<F> facts) {
    return () -> open.addAll(facts);
  }

  @Override
  public void dropped() {
    open.clear();
  }

  /** The turn is over: what it decided. */
  List<F> end() {
    List<F> facts = List.copyOf(open);
    open.clear();
    return facts;
  }
}
