package dev.rota.testing.laws;

import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.lab.simulate.FailedCheck;
import dev.rota.lab.simulate.LaneTwin;
import dev.rota.lab.simulate.LanesInMemory;
import dev.rota.lab.traffic.Traffic;
import dev.rota.testing.likeness.Likeness;
import java.util.Optional;

/**
 * L2: stop after any record, rebuild from the rows, go on: nothing that is in memory is otherwise,
 * and nothing is decided otherwise.
 */
class RestartAnywhere<S extends State, I, F extends Fact<S>> extends Law<S, I, F> {
  RestartAnywhere(DomainCard<S, I, F> domain, Customs<S> customs, Tally tally) {
    super(domain, customs, tally);
  }

  @Override
  Optional<String> broken(History history) {
    String lane = history.lane();
    LanesInMemory bench = bench();
    Likeness likeness = customs.likeness();
    LaneTwin twin =
        new LaneTwin(
            domain,
            lane,
            (lived, reopened) -> {
              customs.remember(own(lived), own(reopened));
              return likeness.difference(own(lived), own(reopened));
            });
    long reopened = 0;
    for (Traffic.Event event : history.events()) {
      DecidedTurn decided = take(bench, lane, event);
      S state = own(bench.lane(lane).state());
      see(event, decided, state);
      Optional<FailedCheck> broken = twin.take(event, decided, state);
      if (broken.isPresent()) {
        FailedCheck how = broken.get();
        return Optional.of("turn " + bench.lane(lane).cursor().number() + ": " + how.what());
      }
      for (; reopened < twin.reopenings(); reopened++) {
        tally.met();
      }
    }
    ended(bench, lane);
    return Optional.empty();
  }

  /** A turn of the lane that lives on. */
  void see(Traffic.Event event, DecidedTurn decided, S state) {}
}
