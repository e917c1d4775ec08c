package dev.rota.testing.laws;

import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Fact;
import dev.rota.lab.simulate.FailedCheck;
import dev.rota.lab.simulate.LanesInMemory;
import dev.rota.lab.simulate.TurnChecks;
import dev.rota.lab.traffic.Traffic;
import java.util.Optional;

/** L7: the domain's invariants hold after every record. */
final class InvariantsHold<S extends State, I, F extends Fact<S>> extends Law<S, I, F> {
  InvariantsHold(DomainCard<S, I, F> domain, Customs<S> customs, Tally tally) {
    super(domain, customs, tally);
  }

  @Override
  Optional<String> broken(History history) {
    LanesInMemory bench = bench();
    TurnChecks checks = new TurnChecks(domain);
    for (Traffic.Event event : history.events()) {
      long number = take(bench, history.lane(), event).entry().number();
      tally.met();
      Optional<FailedCheck> broken = checks.invariant(bench.lane(history.lane()).state());
      if (broken.isPresent()) {
        return Optional.of("after turn " + number + ": " + broken.get());
      }
    }
    ended(bench, history.lane());
    return Optional.empty();
  }
}
