package dev.rota.testing.laws;

import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.lab.traffic.Traffic;

/** L2 over long histories, and what they reach. */
final class LongRestarts<S extends State, I, F extends Fact<S>> extends RestartAnywhere<S, I, F> {
  private final Coverage<S, I, F> coverage;

  private LongRestarts(
      DomainCard<S, I, F> domain, Customs<S> customs, Tally tally, Coverage<S, I, F> coverage) {
    super(domain, customs, tally);
    this.coverage = coverage;
  }

  /**
   * Creates the law for one history.
   *
   * @param looks whether it notes what the history reaches
   */
  static <S extends State, I, F extends Fact<S>> LongRestarts<S, I, F> of(
      DomainCard<S, I, F> domain, Customs<S> customs, boolean looks) {
    Coverage<S, I, F> coverage = looks ? new Coverage<>(domain) : null;
    DomainCard<S, I, F> watched = looks ? coverage.watched() : domain;
    return new LongRestarts<>(watched, customs, new Tally(), coverage);
  }

  @Override
  void see(Traffic.Event event, DecidedTurn decided, S state) {
    if (coverage != null) {
      coverage.see(event, decided.published(), state);
    }
  }

  /** Adds what the history reached. */
  void tell(Coverage<S, I, F> all) {
    if (coverage != null) {
      all.add(coverage);
    }
  }

  Tally tally() {
    return tally;
  }
}
