package dev.rota.simulate;

import dev.rota.domain.Domain;
import dev.rota.domain.Observer;
import dev.rota.domain.Output;
import dev.rota.domain.State;
import dev.rota.domain.Traffic;
import dev.rota.engine.Fact;
import dev.rota.ledger.Decided;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** Runs one lane's history until it ends or a check fails. */
final class LaneRun<S extends State, I, F extends Fact<S>> {
  private final String lane;
  private final Iterator<Traffic.Event> history;
  private final LanesInMemory<S, I, F> bench;
  private final TurnChecks<S, I, F> checks;
  private final Observer observer;
  private final Domain<S, I, F> domain;

  /** Null: the lane is not reopened. */
  private final Twin<S, I, F> twin;

  private final Counts counts = new Counts();
  private Object policy;
  private Broken broken;

  /** Creates a run. With a twin, the lane is also reopened from its rows now and then. */
  LaneRun(Domain<S, I, F> domain, String lane, Iterator<Traffic.Event> history, boolean hasTwin) {
    this.domain = domain;
    this.lane = lane;
    this.history = history;
    this.bench = new LanesInMemory<>(domain);
    this.checks = new TurnChecks<>(domain);
    this.observer = domain.watch();
    this.twin = hasTwin ? new Twin<>(domain, lane) : null;
    this.policy = domain.policy(bench.lane(lane).state());
  }

  /** Takes a turn. Returns false at the end or after a failed check. */
  boolean step() {
    if (broken != null || !history.hasNext()) {
      return false;
    }
    Traffic.Event event = history.next();
    Decided decided = bench.take(lane, event);
    S state = bench.lane(lane).state();
    counts.count(event, decided);
    broken =
        checks
            .after(event.record(), decided, state)
            .or(() -> seen(event, decided))
            .or(() -> twin == null ? Optional.empty() : twin.take(event, decided, state))
            .orElse(null);
    count(state);
    return true;
  }

  private void count(S state) {
    Object now = domain.policy(state);
    if (now != policy && !now.equals(policy)) {
      counts.switched();
    }
    policy = now;
    counts.reopened(twin == null ? 0 : twin.reopenings());
  }

  private Optional<Broken> seen(Traffic.Event event, Decided decided) {
    List<Output> outputs = decided.published();
    return observer.see(event, outputs).map(what -> new Broken("readers see nothing wrong", what));
  }

  String lane() {
    return lane;
  }

  Counts counts() {
    return counts;
  }

  Optional<Broken> broken() {
    return Optional.ofNullable(broken);
  }

  byte[] seal() {
    return bench.lane(lane).cursor().seal();
  }
}
