package dev.rota.shards.model;

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

  /** The settings of a policy record. A null field keeps its current value. */
  public record Settings(
      Long quantum,
      Integer maxBatch,
      Long session,
      Long lease,
      Integer maxAttempts,
      Integer maxPending,
      Boolean registered,
      Boolean strict,
      Boolean affine,
      Boolean beatsAnswered) {
    public static final Settings NONE =
        new Settings(null, null, null, null, null, null, null, null, null, null);
  }

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

  public PoolPolicy with(Settings said) {
    return new PoolPolicy(
        said.quantum == null ? quantum : said.quantum,
        said.maxBatch == null ? maxBatch : said.maxBatch,
        said.session == null ? session : said.session,
        said.lease == null ? lease : said.lease,
        said.maxAttempts == null ? maxAttempts : said.maxAttempts,
        said.maxPending == null ? maxPending : said.maxPending,
        said.registered == null ? registered : said.registered,
        said.strict == null ? strict : said.strict,
        said.affine == null ? affine : said.affine,
        said.beatsAnswered == null ? beatsAnswered : said.beatsAnswered);
  }
}
