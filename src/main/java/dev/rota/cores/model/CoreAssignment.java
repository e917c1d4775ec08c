package dev.rota.cores.model;

/**
 * A core assigned to a para for one block.
 *
 * @param collator the only collator that may build; null if any of the para's may
 * @param group the validator group that backs the candidate
 */
public record CoreAssignment(
    int core, OccupantKind kind, long para, String collator, int retries, int group) {}
