package dev.rota.lab.bench.rules;

/**
 * Size of the state after the history.
 *
 * @param heapBytes of the state in memory, as a restart builds it
 * @param rowBytes of all keys and values in the store
 */
public record StateFootprint(int rows, long heapBytes, long rowBytes) {}
