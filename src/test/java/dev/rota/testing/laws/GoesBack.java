package dev.rota.testing.laws;

import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.ledger.ReplayVerdict;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.ledger.versions.RulesAdoption;
import dev.rota.kernel.ledger.versions.UnknownRules;
import java.util.List;
import java.util.Optional;

/**
 * While lanes hold their rules, the program before and the one after take turns on the same rows,
 * and nothing shows it. Once a lane has adopted, the program before decides nothing of it any more.
 */
final class GoesBack<S extends State, I, F extends Fact<S>> extends VersionLaw<S, I, F> {
  private static final int EACH = 7;

  GoesBack(Later<S, I, F> later, Customs<S> customs, Tally tally) {
    super(later, customs, tally);
  }

  @Override
  Optional<String> broken(History history) {
    int end = history.events().size();
    Played old = new Played().upTo(history, end);
    Played both = new Played();
    for (int from = 0; from < end; from += EACH) {
      boolean later = from / EACH % 2 == 1;
      both.goOn(later ? domain : before, later ? RulesAdoption.HOLD : RulesAdoption.NEWEST);
      both.between(history, from, Math.min(end, from + EACH));
    }
    return Law.difference(old.turns, both.turns, "with two programs")
        .or(() -> Law.difference(both.turns, old.turns, "with one program"))
        .or(() -> notSame(replay(before, 1 + (int) (history.seed() % 9), both.turns)))
        .or(() -> refused(history));
  }

  private Optional<String> refused(History history) {
    int at = place(history);
    Played own = new Played().upTo(history, at).goOn(domain, RulesAdoption.NEWEST);
    own.between(history, at, history.events().size());
    if (own.turns.stream().noneMatch(turn -> turn.entry().rulesAfter() > rules())) {
      return Optional.empty();
    }
    tally.met();
    return unknown(replay(before, 5, own.turns)).or(() -> opened(own, history));
  }

  private int rules() {
    return before.engine().rules();
  }

  /** What is behind the adoption is neither proved nor called false. */
  private Optional<String> unknown(List<ReplayVerdict> verdicts) {
    for (ReplayVerdict verdict : verdicts) {
      boolean right =
          verdict instanceof ReplayVerdict.Same same
              ? known(same.decided().entry())
              : verdict instanceof ReplayVerdict.Unproved unproved
                  && unproved.reason() == ReplayVerdict.Reason.UNKNOWN_RULES
                  && !known(unproved.entry());
      if (!right) {
        return Optional.of("the program before says " + verdict);
      }
    }
    return Optional.empty();
  }

  private boolean known(TurnEntry entry) {
    return Math.max(entry.rules(), entry.rulesAfter()) <= rules();
  }

  private Optional<String> opened(Played own, History history) {
    own.goOn(before, RulesAdoption.NEWEST);
    try {
      own.between(history, 0, history.events().size());
      return Optional.of("the program before goes on with a lane of later rules");
    } catch (UnknownRules refused) {
      return Optional.empty();
    }
  }
}
