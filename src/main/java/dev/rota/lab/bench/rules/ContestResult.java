package dev.rota.lab.bench.rules;

/**
 * The result of a contest.
 *
 * @param seconds the median of the rounds after a warm-up
 * @param plainSeconds of one run; 0: there is no plain algorithm
 */
public record ContestResult(double seconds, double plainSeconds) {}
