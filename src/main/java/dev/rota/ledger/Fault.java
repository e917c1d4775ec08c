package dev.rota.ledger;

/**
 * What the rules threw in a turn, for whoever tells the operator. A replay meets it again and tells
 * nobody.
 *
 * @param index of its dead letter in the turn
 */
public record Fault(int index, RuntimeException cause) {}
