package dev.rota.readers.forecast;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.domain.Why.Reason;
import dev.rota.kernel.domain.Why.Thing;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.engine.WatchedEngine.Watcher;
import java.util.List;

/** Why the last decision about a thing was made, up to the one that starts it. */
final class LatestDecisions<S extends State, F extends Fact<S>> implements Watcher<S, F> {
  private final Domain<S, ?, F> domain;
  private Thing thing;
  private Reason last;
  private boolean started;
  private boolean told;

  LatestDecisions(Domain<S, ?, F> domain) {
    this.domain = domain;
  }

  void about(Thing one) {
    thing = one;
  }

  @Override
  public Runnable decided(S before, List<F> facts) {
    if (!told) {
      List<Reason> reasons = domain.why().decided(thing, before, facts);
      reasons.forEach(reason -> last = reason);
      started |= facts.stream().anyMatch(this::starts);
      told = started && !reasons.isEmpty(); // a later step may say why
    }
    return () -> {}; // nothing is taken back
  }

  private boolean starts(F fact) {
    return domain.forecast().starts(fact, 0).stream()
        .anyMatch(start -> start.thing().equals(thing));
  }

  /** Null: there was none. */
  Reason last() {
    return last;
  }
}
