package dev.rota.readers.follow.held;

/**
 * What is counted of a turn.
 *
 * @param reason why something was refused first; null: nothing was
 * @param begun assignments that came into force
 * @param refused inputs and attempts that the rules refused
 */
public record TurnTally(String reason, long begun, int refused) {}
