package dev.rota.shards.model;

import dev.rota.kernel.domain.FieldKind;
import dev.rota.kernel.domain.RecordFields;

/**
 * The scheduling policy of a pool. Times are in milliseconds.
 *
 * @param quantum rule Q1; 0: one cycle a lease
 * @param maxBatch rule L6; 0: unlimited
 * @param session rule F4; 0: unlimited
 * @param lease rule F7; 0: unlimited
 * @param maxAttempts rule X7; 0: unlimited
 * @param maxPending rule T5; 0: unlimited
 * @param registered rule S1: only registered shards are accepted
 * @param strict rule T4: nonces must have no gaps
 * @param affine rule W3: the last worker is preferred
 * @param beatsAnswered rule F6: a heartbeat that changes nothing has an outcome, too
 */
public record PoolPolicy(
    long quantum,
    int maxBatch,
    long session,
    long lease,
    int maxAttempts,
    int maxPending,
    boolean registered,
    boolean strict,
    boolean affine,
    boolean beatsAnswered) {
  /** The seed's rules, with limits that are safe in production. */
  public static final PoolPolicy DEFAULT =
      new PoolPolicy(100, 1000, 10_000, 30_000, 5, 0, false, false, false, false);

  /** Up to a hundred years. */
  public static final FieldKind<Long> MILLIS = FieldKind.NUMBER.from(0, 36_500L * 86_400_000);

  private static final FieldKind<Integer> COUNT = FieldKind.INTEGER.from(0, Integer.MAX_VALUE);

  /** Its names, ranges and row. */
  public static final RecordFields<PoolPolicy> FIELDS =
      (p, fields) ->
          new PoolPolicy(
              fields.value("quantumMs", p.quantum, MILLIS),
              fields.value("maxBatch", p.maxBatch, COUNT),
              fields.value("sessionTimeoutMs", p.session, MILLIS),
              fields.value("leaseTimeoutMs", p.lease, MILLIS),
              fields.value("maxAttempts", p.maxAttempts, COUNT),
              fields.value("maxPending", p.maxPending, COUNT),
              fields.value("creation", p.registered, FieldKind.symbols("REGISTERED", "LAZY")),
              fields.value("nonces", p.strict, FieldKind.symbols("STRICT", "OFF")),
              fields.value("affinity", p.affine, FieldKind.symbols("LAST", "OFF")),
              fields.value("beats", p.beatsAnswered, FieldKind.symbols("ANSWERED", "CHANGES")));

  /** Returns when a session expires that is renewed now (F4, F6). */
  public long sessionUntil(long nowMillis) {
    return ShardsInstants.limit(nowMillis, session);
  }

  /** Returns when a lease expires of which something is heard now (F7). */
  public long leaseUntil(long nowMillis) {
    return ShardsInstants.limit(nowMillis, lease);
  }

  /** Returns when sessions expire if this policy follows that one; null: as before. */
  public Long newSessionUntil(PoolPolicy before, long nowMillis) {
    return session == before.session ? null : (Long) sessionUntil(nowMillis);
  }

  /** Returns when leases expire if this policy follows that one; null: as before. */
  public Long newLeaseUntil(PoolPolicy before, long nowMillis) {
    return lease == before.lease ? null : (Long) leaseUntil(nowMillis);
  }
}
