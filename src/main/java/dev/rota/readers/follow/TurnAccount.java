package dev.rota.readers.follow;

import dev.rota.kernel.domain.Output;
import dev.rota.kernel.ledger.TurnEntry;
import java.util.List;

/**
 * What one turn took, published and changed.
 *
 * @param <T> what was read of a state
 * @param entry the turn as the ledger has it
 * @param standing of the lane behind it
 * @param source what its input's topic has today; null: the turn has no input
 * @param outputs what it published; null: not known, since it is not what the rules decide
 * @param reason why its input became a dead letter, or why something was refused; or null
 * @param headline whom and what it was about; null: nothing to say
 * @param before what was read of the state before it; null: there is none
 * @param after the same behind it
 */
public record TurnAccount<T>(
    TurnEntry entry,
    LaneStanding standing,
    RetainedInput source,
    List<Output> outputs,
    String reason,
    String headline,
    T before,
    T after) {}
