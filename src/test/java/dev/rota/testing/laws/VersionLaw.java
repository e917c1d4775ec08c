package dev.rota.testing.laws;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.domain.Traffic;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.ledger.Decided;
import dev.rota.kernel.ledger.Entry;
import dev.rota.kernel.ledger.Replay;
import dev.rota.kernel.ledger.Verdict;
import dev.rota.kernel.ledger.versions.Adoption;
import dev.rota.road.topics.LanesInMemory;
import dev.rota.testing.Pages;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What holds when a program with one more version of the rules goes on with a lane. */
abstract class VersionLaw<S extends State, I, F extends Fact<S>> extends Law<S, I, F> {
  final Domain<S, I, F> before;

  VersionLaw(Later<S, I, F> later, Customs<S> customs, Tally tally) {
    super(later, customs, tally);
    this.before = later.before();
  }

  /** Plays a history: which program takes an event is up to a subclass. */
  final class Played {
    final List<Decided> turns = new ArrayList<>();
    final LanesInMemory<S, I, F> bench = new LanesInMemory<>(before);

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

    Played goOn(Domain<S, I, F> program, Adoption adoption) {
      bench.restart(program, adoption);
      return this;
    }

    long adoptions() {
      return turns.stream().filter(turn -> turn.entry().kind() == Entry.Kind.ADOPT).count();
    }
  }

  /** Where in the history something happens. */
  static int place(History history) {
    int events = history.events().size();
    return events == 0 ? 0 : (int) (history.seed() * 37 % events);
  }

  static <S extends State, I, F extends Fact<S>> List<Verdict> replay(
      Domain<S, I, F> program, int pageTurns, List<Decided> turns) {
    Replay<S, I, F> replay = new Replay<>(program);
    List<Verdict> verdicts = new ArrayList<>();
    Pages.of(pageTurns, turns).forEach(page -> replay.page(page, verdicts::add));
    return verdicts;
  }

  static Optional<String> notSame(List<Verdict> verdicts) {
    return verdicts.stream()
        .filter(verdict -> !(verdict instanceof Verdict.Same))
        .findFirst()
        .map(verdict -> "the replay says " + verdict);
  }
}
