package dev.rota.readers.audit;

import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.road.topics.TurnHeaders;
import java.util.function.Predicate;

/** Compares an output topic with the replay. */
interface ChannelCheck {
  /**
   * Expects this output on the topic.
   *
   * @param input the turn's input as it was found on its topic
   */
  void expect(DecidedTurn decided, int index, TurnHeaders headers, InputCheck.Taken input);

  /** Skips the outputs of an unproved turn. */
  void skip(TurnEntry entry);

  /** The offset behind the last record that was compared. */
  long position();

  /**
   * Checks that the remaining records belong to later turns.
   *
   * @param later returns true for turns that the ledger has after the audit's end
   */
  void finish(Predicate<TurnId> later);
}
