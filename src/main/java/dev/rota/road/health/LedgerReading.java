package dev.rota.road.health;

/**
 * What a follower knows of its reading of a partition's ledger.
 *
 * @param difference why not all is proved; null: all is
 * @param trouble why it cannot read; null: it can
 * @param troubleSince epoch ms
 * @param caughtUp it has read all that was there when it began
 * @param behind records that are still to be read
 * @param letters inputs that became dead letters
 */
public record LedgerReading(
    String difference,
    String trouble,
    long troubleSince,
    boolean caughtUp,
    long behind,
    RecentLetters letters) {}
