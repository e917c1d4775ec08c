package dev.rota.simulate;

import dev.rota.domain.Domain;
import dev.rota.domain.State;
import dev.rota.domain.Traffic;
import dev.rota.engine.Fact;
import dev.rota.ledger.Decided;
import java.util.Iterator;
import java.util.Optional;

/** One lane's history, event after event, until it ends or something is broken. */
final class LaneRun<S extends State, I, F extends Fact<S>> {
  private final String lane;
  private final Iterator<Traffic.Event> history;
  private final Bench<S, I, F> bench;
  private final Checks<S, I, F> checks;
  private final Counts counts = new Counts();
  private Broken broken;

  LaneRun(Domain<S, I, F> domain, String lane, Iterator<Traffic.Event> history) {
    this.lane = lane;
    this.history = history;
    this.bench = new Bench<>(domain);
    this.checks = new Checks<>(domain);
  }

  /** Takes a turn, if there is one to take and nothing is broken yet. */
  boolean step() {
    if (broken != null || !history.hasNext()) {
      return false;
    }
    Traffic.Event event = history.next();
    Decided decided = bench.take(lane, event);
    counts.count(event, decided);
    broken = checks.after(event.record(), decided, bench.lane(lane).state()).orElse(null);
    return true;
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
