package dev.rota.lab.bench;

/**
 * A start.
 *
 * @param seconds until the task is ready, with joining the group and restoring its rows
 * @param openingSeconds of it, once the rows are restored
 * @param turnsAgain turns of the ledger that were replayed
 * @param rowsRebuilt rows that were rebuilt from the ledger
 * @param wholeSeconds until the changelog has all rows again
 */
public record RestartResult(
    RestartLoss lost,
    double seconds,
    double openingSeconds,
    long turnsAgain,
    long rowsRebuilt,
    double wholeSeconds) {}
