package dev.rota.testing.laws;

import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.ledger.versions.RulesAdoption;
import dev.rota.testing.likeness.Likeness;
import java.util.List;
import java.util.Optional;

/**
 * A lane adopts later rules after any record: once, by a turn that publishes nothing. All before it
 * is decided by the old rules, all behind it by the new ones, restarts or not, and a replay agrees.
 */
final class AdoptsAnywhere<S extends State, I, F extends Fact<S>> extends VersionLaw<S, I, F> {
  private static final int RESTARTS = 16;

  AdoptsAnywhere(Later<S, I, F> later, Customs<S> customs, Tally tally) {
    super(later, customs, tally);
  }

  @Override
  Optional<String> broken(History history) {
    int at = place(history);
    int end = history.events().size();
    Played old = new Played().upTo(history, end);
    Played own = new Played().upTo(history, at).goOn(domain, RulesAdoption.NEWEST);
    int before = own.turns.size();
    own.between(history, at, end);
    if (own.turns.subList(before, own.turns.size()).stream().anyMatch(this::isBefore)) {
      return Optional.of("a turn is decided by the rules before, after their end");
    }
    if (own.adoptions() > 0 && !published(own).equals(published(old))) {
      tally.met();
    }
    return Law.difference(old.turns.subList(0, before), own.turns, "with an adoption behind it")
        .or(() -> adoptions(own.turns))
        .or(() -> restarted(history, at, own))
        .or(() -> notSame(replay(domain, 1 + (int) (history.seed() % 9), own.turns)));
  }

  private static List<String> published(VersionLaw<?, ?, ?>.Played played) {
    return Law.toldOf(played.turns).stream().flatMap(List::stream).toList();
  }

  /** Unreadable records are decided by no rules. */
  private boolean isBefore(DecidedTurn turn) {
    TurnEntry entry = turn.entry();
    return entry.rules() == before.engine().rules()
        && entry.kind() != TurnEntry.Kind.UNREADABLE
        && entry.kind() != TurnEntry.Kind.ADOPT;
  }

  private static Optional<String> adoptions(List<DecidedTurn> turns) {
    List<TurnEntry> all =
        turns.stream()
            .map(DecidedTurn::entry)
            .filter(e -> e.kind() == TurnEntry.Kind.ADOPT)
            .toList();
    long lanes = all.stream().map(TurnEntry::lane).distinct().count();
    if (lanes != all.size()) {
      return Optional.of(all.size() + " adoptions of " + lanes + " lanes");
    }
    return all.stream()
        .filter(entry -> entry.outputs() > 0)
        .findFirst()
        .map(entry -> "an adoption publishes " + entry);
  }

  /** The same with many restarts: each turn and all that is in memory is as without. */
  private Optional<String> restarted(History history, int at, Played lived) {
    Played twin = new Played().upTo(history, at);
    for (int i = at; i < history.events().size(); i++) {
      if ((i - at) % RESTARTS == 0) {
        twin.goOn(domain, RulesAdoption.NEWEST);
      }
      twin.between(history, i, i + 1);
    }
    twin.goOn(domain, RulesAdoption.NEWEST);
    Likeness likeness = customs.likeness();
    return Law.difference(lived.turns, twin.turns, "with restarts")
        .or(
            () -> {
              S living = own(lived.bench.lane(history.lane()).state());
              S reopened = own(twin.bench.lane(history.lane()).state());
              customs.remember(living, reopened);
              return likeness.difference(living, reopened);
            });
  }
}
