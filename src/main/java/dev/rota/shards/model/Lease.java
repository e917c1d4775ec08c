package dev.rota.shards.model;

/**
 * A worker may execute a shard, from its dequeue to its post-processing. Times are epoch ms.
 *
 * @param grant the pool's how manieth lease it is: leases of one worker are lost in this order
 * @param cycle 1 for the first
 * @param count transactions of the cycle: a prefix of the pool
 * @param environment version that the cycle is executed under
 * @param grantedAt when it was granted
 * @param since when the quantum began, Q3
 * @param started whether the execution of its first cycle was reported
 * @param expiresAt when it is lost, F7
 */
public record Lease(
    String worker,
    long grant,
    long cycle,
    int count,
    long environment,
    long grantedAt,
    long since,
    boolean started,
    long expiresAt) {
  Lease begun(long nextCycle, int batch, long version) {
    return new Lease(
        worker, grant, nextCycle, batch, version, grantedAt, since, started, expiresAt);
  }

  Lease heard(long quantumSince, boolean hasStarted, long until) {
    return new Lease(
        worker, grant, cycle, count, environment, grantedAt, quantumSince, hasStarted, until);
  }

  Lease until(long expires) {
    return heard(since, started, expires);
  }
}
