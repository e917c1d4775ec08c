package dev.rota.shards.model;

import dev.rota.kernel.engine.Deadline;

/**
 * The right of a worker to execute a shard, from dequeue to post-processing. Times are epoch ms.
 *
 * @param grant the pool's lease number: a worker's leases are lost in this order
 * @param cycle number of the current cycle, from 1
 * @param count transactions in the cycle: a prefix of the pool
 * @param environment version of the cycle's environment
 * @param grantedAt time of the grant
 * @param since start of the quantum (Q3)
 * @param started true if the execution of its first cycle was reported
 * @param expiresAt time at which the lease expires (F7)
 */
public record ShardLease(
    String worker,
    long grant,
    long cycle,
    int count,
    long environment,
    long grantedAt,
    long since,
    boolean started,
    long expiresAt)
    implements Shard.ShardActivity {
  /** True if the report of its start begins its quantum anew (Q3). */
  public boolean awaitsStart() {
    return cycle == 1 && !started;
  }

  /** True if nothing was heard of it for too long (F7). */
  public boolean isExpired(long atMillis) {
    return Deadline.isDue(expiresAt, atMillis);
  }

  ShardLease begun(long nextCycle, int batch, long version) {
    return new ShardLease(
        worker, grant, nextCycle, batch, version, grantedAt, since, started, expiresAt);
  }

  ShardLease heard(long quantumSince, boolean hasStarted, long until) {
    return new ShardLease(
        worker, grant, cycle, count, environment, grantedAt, quantumSince, hasStarted, until);
  }

  ShardLease until(long expires) {
    return heard(since, started, expires);
  }
}
