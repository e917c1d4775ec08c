package dev.rota.lab.bench.rules;

/**
 * The result of a split, in wall-clock time.
 *
 * @param seconds the median of the rounds with one thread
 * @param twoThreadsSeconds the median of the rounds with two threads
 */
public record SplitResult(double seconds, double twoThreadsSeconds) {}
