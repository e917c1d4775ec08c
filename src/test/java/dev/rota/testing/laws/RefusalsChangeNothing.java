package dev.rota.testing.laws;

import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.Output.Channel;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.lab.simulate.LanesInMemory;
import dev.rota.lab.traffic.Traffic;
import java.util.Optional;

/** L10: an input that is refused, or cannot be read, leaves the state's digest as it was. */
final class RefusalsChangeNothing<S extends State, I, F extends Fact<S>> extends Law<S, I, F> {
  RefusalsChangeNothing(DomainCard<S, I, F> domain, Customs<S> customs, Tally tally) {
    super(domain, customs, tally);
  }

  @Override
  Optional<String> broken(History history) {
    LanesInMemory bench = bench();
    for (Traffic.Event event : history.events()) {
      // What falls due until then does so in a turn of its own.
      long before = bench.tick(history.lane(), event.atMillis()).stateDigest();
      DecidedTurn turn = take(bench, history.lane(), event);
      if (!turn.published().isEmpty() && turn.published().stream().allMatch(this::refused)) {
        tally.met();
        if (turn.stateDigest() != before) {
          return Optional.of(
              "turn " + turn.entry().number() + " changed the state: " + turn.published());
        }
      }
    }
    ended(bench, history.lane());
    return Optional.empty();
  }

  private boolean refused(Output output) {
    return output.channel() == Channel.DEAD_LETTERS || customs.isRefusal(output);
  }
}
