package dev.rota.cores.model;

/**
 * A core given to a para for one block.
 *
 * @param collator the only one that may build; null: any of the para's
 * @param group of validators that backs it
 */
public record Assignment(
    int core, OccupantKind kind, long para, String collator, int retries, int group) {}
