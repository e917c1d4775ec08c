package dev.rota.ledger;

/**
 * A failure of the rules in a turn. A replay reproduces it but does not log it.
 *
 * @param index of its dead letter in the turn
 */
public record Fault(int index, RuntimeException cause) {}
