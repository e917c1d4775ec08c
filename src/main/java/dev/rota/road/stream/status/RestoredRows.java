package dev.rota.road.stream.status;

/**
 * How long the rows of a partition took to be restored from their changelog, the last time.
 *
 * @param records of the changelog
 */
public record RestoredRows(int partition, long records, long millis) {}
