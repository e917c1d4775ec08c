package dev.rota.cores.model;

/**
 * The next para on a core.
 *
 * @param collator null for a parachain, where any of its collators may build
 */
public record CoreSuccessor(long para, String collator) {}
