package dev.rota.lab.bench.rules;

import java.util.Map;

/**
 * The result of a series.
 *
 * @param kinds number of steps by kind
 * @param figure the mean of the steps' figures
 */
public record SeriesResult(
    double meanMillis,
    double p50Millis,
    double p99Millis,
    double maxMillis,
    Map<String, Integer> kinds,
    double figure) {}
