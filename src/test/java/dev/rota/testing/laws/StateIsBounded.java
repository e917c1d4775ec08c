package dev.rota.testing.laws;

import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Fact;
import dev.rota.lab.simulate.LanesInMemory;
import dev.rota.lab.traffic.Traffic;
import java.util.Optional;

/** L9: after everything has ended, the rows hold nothing but configuration. */
final class StateIsBounded<S extends State, I, F extends Fact<S>> extends Law<S, I, F> {
  private static final int CURSOR = 1;

  StateIsBounded(DomainCard<S, I, F> domain, Customs<S> customs, Tally tally) {
    super(domain, customs, tally);
  }

  @Override
  Optional<String> broken(History history) {
    String lane = history.lane();
    LanesInMemory bench = bench();
    int most = 0;
    for (Traffic.Event event : history.events()) {
      take(bench, lane, event);
      most = Math.max(most, bench.rows());
    }
    if (most > CURSOR + customs.rowsLeft()) {
      tally.met();
    }
    long atMillis = bench.lane(lane).cursor().atMillis();
    for (Traffic.Event event : customs.ending(lane, own(bench.lane(lane).state()), atMillis)) {
      take(bench, lane, event);
    }
    ended(bench, lane);
    return bench.rows() <= CURSOR + customs.rowsLeft()
        ? Optional.empty()
        : Optional.of(bench.rows() + " rows are left, cursor included; there were " + most);
  }
}
