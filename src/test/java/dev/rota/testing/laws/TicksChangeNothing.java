package dev.rota.testing.laws;

import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.domain.Output.Channel;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.lab.simulate.LanesInMemory;
import dev.rota.lab.traffic.Traffic;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** L3: ticks anywhere change no decision. Dead letters are none, and keep their own place. */
final class TicksChangeNothing<S extends State, I, F extends Fact<S>> extends Law<S, I, F> {
  private static final int TICKS_MAX = 3;

  TicksChangeNothing(DomainCard<S, I, F> domain, Customs<S> customs, Tally tally) {
    super(domain, customs, tally);
  }

  @Override
  Optional<String> broken(History history) {
    SplittableRandom random = new SplittableRandom(history.seed());
    LanesInMemory bench = bench();
    List<DecidedTurn> ticked = new ArrayList<>();
    for (Traffic.Event event : history.events()) {
      for (int i = random.nextInt(TICKS_MAX + 1); i > 0; i--) {
        long from = bench.lane(history.lane()).cursor().atMillis();
        long to = Math.max(from, event.atMillis());
        tally.met();
        tally.turn();
        ticked.add(bench.tick(history.lane(), random.nextLong(from, to + 1)));
      }
      ticked.add(take(bench, history.lane(), event));
    }
    return difference(decisions(play(history)), decisions(ticked));
  }

  static List<String> decisions(List<DecidedTurn> turns) {
    return turns.stream()
        .flatMap(turn -> turn.published().stream())
        .filter(output -> output.channel() != Channel.DEAD_LETTERS)
        .map(output -> told(List.of(output)).get(0))
        .toList();
  }

  static Optional<String> difference(List<String> plain, List<String> ticked) {
    for (int i = 0; i < Math.max(plain.size(), ticked.size()); i++) {
      String one = i < plain.size() ? plain.get(i) : "nothing";
      String other = i < ticked.size() ? ticked.get(i) : "nothing";
      if (!one.equals(other)) {
        return Optional.of("with ticks, output " + i + " is " + other + " instead of " + one);
      }
    }
    return Optional.empty();
  }
}
