package dev.rota.follow;

import dev.rota.domain.Output;
import dev.rota.engine.WatchedEngine.Watcher;
import dev.rota.ledger.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Collects the facts of a turn. */
final class Learning<S, F> implements Watcher<S, F> {
  /** Reasons of turns that are taken back whole. */
  static final Set<String> TAKEN_BACK = Set.of(Output.ENGINE_FAULT, Output.TURN_TOO_LARGE);

  private final List<F> open = new ArrayList<>();

  @Override
  public void decided(S before, List<F> facts) {
    open.addAll(facts);
  }

  /** The turn is over: what it decided, unless that was taken back. */
  List<F> end(Entry turn) {
    boolean back = turn.reason() != null && TAKEN_BACK.contains(turn.reason());
    List<F> facts = back ? List.of() : List.copyOf(open);
    open.clear();
    return facts;
  }
}
