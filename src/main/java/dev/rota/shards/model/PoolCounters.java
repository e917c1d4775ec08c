package dev.rota.shards.model;

/**
 * The counters of a pool.
 *
 * @param environment version of the current environment
 * @param queueHead ticket of the first place in the run queue
 * @param waits slots that became free so far
 * @param leases leases granted so far
 * @param ended leases ended so far
 * @param byQuantum leases ended by the quantum so far
 */
public record PoolCounters(
    long environment, long queueHead, long waits, long leases, long ended, long byQuantum) {
  static final PoolCounters NONE = new PoolCounters(0, 1, 0, 0, 0, 0);
}
