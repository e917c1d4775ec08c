package dev.rota.audit;

import dev.rota.ledger.Decided;
import dev.rota.ledger.Entry;
import dev.rota.topics.TurnHeaders;
import java.util.function.Predicate;

/** Holds what lies on one of a domain's topics against what was decided. */
interface ChannelCheck {
  /** The topic has to hold this output. */
  void expect(Decided decided, int index, TurnHeaders headers);

  /** Passes over what belongs to a turn that is not proved. */
  void skip(Entry entry);

  /**
   * What is left is of turns after the audit's end, or of none.
   *
   * @param later whether the ledger goes on with that turn
   */
  void finish(Predicate<TurnId> later);
}
