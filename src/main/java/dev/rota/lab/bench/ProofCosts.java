package dev.rota.lab.bench;

/**
 * What the history of a benchmark costs afterwards. Speeds and CPU are medians.
 *
 * @param auditedPerSecond turns
 * @param auditCpuMicros of the whole process, broker included, per turn
 * @param readPerSecond turns whose records are only read, with as many threads
 * @param bytesPerTurn of the ledger on disk, compressed with lz4
 * @param bytesPerTurnAlone what they would be with a page for each turn
 */
public record ProofCosts(
    double auditedPerSecond,
    double auditCpuMicros,
    double readPerSecond,
    double bytesPerTurn,
    double bytesPerTurnAlone) {}
