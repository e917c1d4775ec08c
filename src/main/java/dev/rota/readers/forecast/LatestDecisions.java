package dev.rota.readers.forecast;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.domain.Why.Reason;
import dev.rota.kernel.domain.Why.Thing;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.engine.WatchedEngine.Watcher;
import java.util.List;

/** Why the last decision about a thing was made, up to the one that starts it. */
final class LatestDecisions implements Watcher<State, Fact<State>> {
  private final Domain domain;
  private Thing thing;
  private Reason last;
  private boolean started;
  private boolean told;

  LatestDecisions(Domain domain) {
    this.domain = domain;
  }

  void about(Thing one) {
    thing = one;
  }

  @Override
  public Runnable decided(State before, List<Fact<State>> facts) {
    if (!told) {
      List<Reason> reasons = domain.card().why().decided(thing, before, facts);
      reasons.forEach(reason -> last = reason);
      started |= facts.stream().anyMatch(this::starts);
      told = started && !reasons.isEmpty(); // a later step may say why
    }
    return () -> {}; // nothing is taken back
  }

  private boolean starts(Fact<State> fact) {
    return domain.card().forecast().starts(fact, 0).stream()
        .anyMatch(start -> start.thing().equals(thing));
  }

  /** Null: there was none. */
  Reason last() {
    return last;
  }
}
