package dev.rota.cores.model;

/**
 * A candidate pending availability on a core.
 *
 * @param collator null for a parachain
 * @param since the block in which it was backed
 */
public record CoreOccupant(OccupantKind kind, long para, String collator, int retries, long since) {
  public static CoreOccupant of(CoreAssignment backed, long since) {
    return new CoreOccupant(
        backed.kind(), backed.para(), backed.collator(), backed.retries(), since);
  }
}
