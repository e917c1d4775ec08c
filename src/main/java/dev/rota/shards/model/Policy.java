package dev.rota.shards.model;

/**
 * How a pool is scheduled. Times are in milliseconds.
 *
 * @param quantum rule Q1; 0: one cycle a lease
 * @param maxBatch rule L6; 0: all
 * @param session rule F4; 0: for ever
 * @param lease rule F7; 0: for ever
 * @param maxAttempts rule X7; 0: any number
 * @param maxPending rule T5; 0: any number
 * @param registered rule S1: a shard is registered, or not there
 * @param strict rule T4: nonces have no gaps
 * @param affine rule W3: the last worker first
 * @param beatsAnswered rule F6: also a heartbeat that changes nothing has an outcome
 */
public record Policy(
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
  /** The seed's rules within limits that are safe in production. */
  public static final Policy DEFAULT =
      new Policy(100, 1000, 10_000, 30_000, 5, 0, false, false, false, false);

  /** What a record says of a policy; null: that stays as it is. */
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
    /** Everything stays as it is. */
    public static final Settings NONE =
        new Settings(null, null, null, null, null, null, null, null, null, null);
  }

  public Policy with(Settings said) {
    return new Policy(
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
