package dev.rota.lab.simulate;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.domain.Wire;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.engine.Invariant;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.kernel.ledger.RulesFault;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.ledger.limits.TurnTooLarge;
import java.util.List;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;

/** Checks after every turn of every domain. */
public final class TurnChecks {
  private final Wire<Object, Fact<State>> wire;
  private final List<Invariant<State>> invariants;

  public TurnChecks(Domain domain) {
    this.wire = domain.card().wire();
    this.invariants = domain.card().invariants();
  }

  /**
   * Returns the first failed check.
   *
   * @param input of the turn; null: unreadable
   */
  public Optional<FailedCheck> after(SpecificRecord input, DecidedTurn decided, State state) {
    TurnEntry entry = decided.entry();
    Optional<Throwable> bug =
        decided.faults().stream()
            .map(RulesFault::cause)
            .filter(cause -> !(cause instanceof TurnTooLarge))
            .findFirst();
    if (bug.isPresent()) {
      Throwable fault = bug.get();
      StackTraceElement[] trace = fault.getStackTrace();
      String at = trace.length == 0 ? "" : " at " + trace[0];
      return broken(
          "the rules never fail", "they failed with " + entry.reason() + ": " + fault + at);
    }
    if (entry.source() != null && decided.published().isEmpty() && !wire.mayBeSilent(input)) {
      return broken("every input is answered", "nothing came out");
    }
    return invariant(state);
  }

  /** Returns the first invariant that does not hold. */
  public Optional<FailedCheck> invariant(State state) {
    for (Invariant<State> invariant : invariants) {
      Optional<String> broken = invariant.broken().apply(state);
      if (broken.isPresent()) {
        return broken(invariant.name(), broken.get());
      }
    }
    return Optional.empty();
  }

  private static Optional<FailedCheck> broken(String check, String what) {
    return Optional.of(new FailedCheck(check, what));
  }
}
