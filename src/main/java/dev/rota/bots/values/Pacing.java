package dev.rota.bots.values;

/**
 * The assigner loop (section 3).
 *
 * @param priorityPercentage the share of draws by priority, in percent; the others go by age
 * @param seed of draws, samples and jitter
 * @param assigners the number of concurrent iterations
 */
public record Pacing(
    int priorityPercentage,
    long seed,
    long failureBackoff,
    long interval,
    long jitter,
    double busyFactor,
    int assigners) {}
