package dev.rota.cores.model;

/**
 * A candidate pending availability on a core.
 *
 * @param collator null for a parachain
 * @param since the block in which it was backed
 */
public record Occupant(OccupantKind kind, long para, String collator, int retries, long since) {
  public static Occupant of(Assignment backed, long since) {
    return new Occupant(backed.kind(), backed.para(), backed.collator(), backed.retries(), since);
  }
}
