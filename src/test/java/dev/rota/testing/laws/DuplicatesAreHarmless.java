package dev.rota.testing.laws;

import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.lab.simulate.FailedCheck;
import dev.rota.lab.simulate.LanesInMemory;
import dev.rota.lab.simulate.TurnChecks;
import dev.rota.lab.traffic.Traffic;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** L5: an input sent twice changes nothing, or is what the specification says it is. */
final class DuplicatesAreHarmless<S extends State, I, F extends Fact<S>> extends Law<S, I, F> {
  private final TurnChecks checks;

  DuplicatesAreHarmless(DomainCard<S, I, F> domain, Customs<S> customs, Tally tally) {
    super(domain, customs, tally);
    this.checks = new TurnChecks(domain);
  }

  @Override
  Optional<String> broken(History history) {
    return inARow(history).or(() -> allOver(history));
  }

  private Optional<String> inARow(History history) {
    LanesInMemory bench = bench();
    for (Traffic.Event event : history.events()) {
      DecidedTurn first = take(bench, history.lane(), event);
      Optional<String> harm = again(bench, history.lane(), event, first, true);
      if (harm.isPresent()) {
        return harm;
      }
    }
    ended(bench, history.lane());
    return Optional.empty();
  }

  /** The whole history, and then the whole of it again. */
  private Optional<String> allOver(History history) {
    LanesInMemory bench = bench();
    List<DecidedTurn> firsts = new ArrayList<>();
    for (Traffic.Event event : history.events()) {
      firsts.add(take(bench, history.lane(), event));
    }
    for (int i = 0; i < firsts.size(); i++) {
      Optional<String> harm =
          again(bench, history.lane(), history.events().get(i), firsts.get(i), false);
      if (harm.isPresent()) {
        return harm;
      }
    }
    ended(bench, history.lane());
    return Optional.empty();
  }

  private Optional<String> again(
      LanesInMemory bench, String lane, Traffic.Event event, DecidedTurn first, boolean atOnce) {
    long before = bench.lane(lane).cursor().stateDigest();
    DecidedTurn again = take(bench, lane, event);
    boolean changed = before != again.stateDigest();
    Optional<FailedCheck> broken = checks.after(event.record(), again, bench.lane(lane).state());
    if (broken.isPresent() || event.record() == null) {
      return broken.map(FailedCheck::toString);
    }
    tally.met();
    Customs.Repeat repeat =
        new Customs.Repeat(event.record(), first.published(), again.published(), atOnce, changed);
    return customs.harmless(repeat)
        ? Optional.empty()
        : Optional.of("turn " + again.entry().number() + " repeats, and that does harm: " + repeat);
  }
}
