package dev.rota.shards.model;

/**
 * What a pool counts.
 *
 * @param environment version of the one in force
 * @param queueHead ticket of the run queue's first place
 * @param waits slots that have begun to wait so far
 * @param leases granted so far
 * @param ended leases that have ended so far
 * @param byQuantum those of them that the quantum ended
 */
public record Counters(
    long environment, long queueHead, long waits, long leases, long ended, long byQuantum) {
  static final Counters NONE = new Counters(0, 1, 0, 0, 0, 0);
}
