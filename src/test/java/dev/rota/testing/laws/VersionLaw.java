package dev.rota.testing.laws;

import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.kernel.ledger.PartitionReplay;
import dev.rota.kernel.ledger.ReplayVerdict;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.ledger.versions.RulesAdoption;
import dev.rota.lab.simulate.LanesInMemory;
import dev.rota.lab.traffic.Traffic;
import dev.rota.testing.Pages;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What holds when a program with one more version of the rules goes on with a lane. */
abstract class VersionLaw<S extends State, I, F extends Fact<S>> extends Law<S, I, F> {
  final DomainCard<S, I, F> before;

  VersionLaw(Later<S, I, F> later, Customs<S> customs, Tally tally) {
    super(later, customs, tally);
    this.before = later.before();
  }

  /** Plays a history: which program takes an event is up to a subclass. */
  final class Played {
    final List<DecidedTurn> turns = new ArrayList<>();
    final LanesInMemory bench = new LanesInMemory(before);

    Played upTo(History history, int to) {
      return between(history, 0, to);
    }

    Played between(History history, int from, int to) {
      for (Traffic.Event event : history.events().subList(from, to)) {
        tally.turn();
        turns.addAll(bench.turns(history.lane(), event));
      }
      return this;
    }

    Played goOn(DomainCard<S, I, F> program, RulesAdoption adoption) {
      bench.restart(program, adoption);
      return this;
    }

    long adoptions() {
      return turns.stream().filter(turn -> turn.entry().kind() == TurnEntry.Kind.ADOPT).count();
    }
  }

  /** Where in the history something happens. */
  static int place(History history) {
    int events = history.events().size();
    return events == 0 ? 0 : (int) (history.seed() * 37 % events);
  }

  static <S extends State, I, F extends Fact<S>> List<ReplayVerdict> replay(
      DomainCard<S, I, F> program, int pageTurns, List<DecidedTurn> turns) {
    PartitionReplay replay = new PartitionReplay(program);
    List<ReplayVerdict> verdicts = new ArrayList<>();
    Pages.of(pageTurns, turns).forEach(page -> replay.page(page, verdicts::add));
    return verdicts;
  }

  static Optional<String> notSame(List<ReplayVerdict> verdicts) {
    return verdicts.stream()
        .filter(verdict -> !(verdict instanceof ReplayVerdict.Same))
        .findFirst()
        .map(verdict -> "the replay says " + verdict);
  }
}
