package dev.rota.testing.laws;

import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.lab.simulate.LanesInMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** L8: two lanes in any order leave each other's ledgers as they are alone. */
final class LanesAreStrangers<S extends State, I, F extends Fact<S>> extends Law<S, I, F> {
  LanesAreStrangers(DomainCard<S, I, F> domain, Customs<S> customs, Tally tally) {
    super(domain, customs, tally);
  }

  @Override
  Optional<String> broken(History one) {
    // The same events, so that the two lanes are as likely as can be to get in each other's way.
    History other = new History(one.seed(), one.lane() + "-too", one.events());
    SplittableRandom random = new SplittableRandom(one.seed());
    LanesInMemory bench = bench();
    List<DecidedTurn> ones = new ArrayList<>();
    List<DecidedTurn> others = new ArrayList<>();
    int size = one.events().size();
    while (ones.size() < size || others.size() < size) {
      boolean first = others.size() == size || (ones.size() < size && random.nextBoolean());
      History lane = first ? one : other;
      List<DecidedTurn> turns = first ? ones : others;
      turns.add(take(bench, lane.lane(), lane.events().get(turns.size())));
      tally.met();
    }
    return difference(play(one), ones, "beside another lane")
        .or(() -> difference(play(other), others, "beside another lane"));
  }
}
