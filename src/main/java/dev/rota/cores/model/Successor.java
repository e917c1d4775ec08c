package dev.rota.cores.model;

/**
 * Who comes next on a core.
 *
 * @param collator null for a parachain: any of its collators
 */
public record Successor(long para, String collator) {}
