package dev.rota.testing.laws;

import dev.rota.domain.Domain;
import dev.rota.domain.State;
import dev.rota.domain.Traffic;
import dev.rota.engine.Fact;
import dev.rota.ledger.Decided;
import dev.rota.simulate.LanesInMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * L2: stop after any record, rebuild from the rows, go on: nothing that is in memory is otherwise,
 * and nothing is decided otherwise.
 */
final class RestartAnywhere<S extends State, I, F extends Fact<S>> extends Law<S, I, F> {
  private static final int SELDOM = 12;

  RestartAnywhere(Domain<S, I, F> domain, Customs<S> customs, Tally tally) {
    super(domain, customs, tally);
  }

  @Override
  Optional<String> broken(History history) {
    SplittableRandom random = new SplittableRandom(history.seed());
    boolean always = random.nextInt(4) == 0;
    LanesInMemory<S, I, F> bench = bench();
    List<Decided> restarted = new ArrayList<>();
    for (Traffic.Event event : history.events()) {
      restarted.add(take(bench, history.lane(), event));
      if (always || random.nextInt(SELDOM) == 0) {
        tally.met();
        Object before = customs.derived(bench.lane(history.lane()).state());
        bench.restart();
        Object after = customs.derived(bench.lane(history.lane()).state());
        if (!before.equals(after)) {
          return Optional.of(
              "turn " + restarted.size() + " left " + before + ", and the rows tell " + after);
        }
      }
    }
    return difference(play(history), restarted, "after a restart");
  }
}
