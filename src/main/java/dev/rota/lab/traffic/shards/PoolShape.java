package dev.rota.lab.traffic.shards;

import dev.rota.shards.Affinity;
import dev.rota.shards.Beats;
import dev.rota.shards.Creation;
import dev.rota.shards.NonceRule;
import dev.rota.shards.ShardPolicy;
import java.util.SplittableRandom;

/**
 * The size and the load of a pool. All times are means.
 *
 * @param arrivalMillis time between transactions
 * @param cycleMillis execution time of a cycle
 * @param beatMillis time between a worker's heartbeats
 * @param environmentMillis time between block environments
 */
record PoolShape(
    int workers,
    int slots,
    int shards,
    int senders,
    int arrivalMillis,
    int cycleMillis,
    int beatMillis,
    int environmentMillis,
    ShardPolicy policy) {
  private static final long DAYS_MAX_MILLIS = 36_500L * 86_400_000;

  /** A rollup with a few hundred busy contracts and four workers of two threads each. */
  static PoolShape ofARollup(PoolRecords sending) {
    ShardPolicy policy = sending.policy().setAffinity(Affinity.LAST).build();
    return new PoolShape(4, 2, 300, 40, 100, 60, 2000, 12_000, policy);
  }

  /** A small pool with scarce resources and a random policy. */
  static PoolShape ofSeed(PoolRecords sending, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return new PoolShape(
        1 + random.nextInt(4),
        1 + random.nextInt(2),
        1 + random.nextInt(8),
        1 + random.nextInt(4),
        40 + random.nextInt(400),
        20 + random.nextInt(500),
        300 + random.nextInt(1500),
        500 + random.nextInt(2000),
        policy(sending, random));
  }

  /** The largest settings. */
  private static ShardPolicy endless(ShardPolicy.Builder policy) {
    return policy
        .setQuantumMs(DAYS_MAX_MILLIS)
        .setMaxBatch(Integer.MAX_VALUE)
        .setSessionTimeoutMs(DAYS_MAX_MILLIS)
        .setLeaseTimeoutMs(DAYS_MAX_MILLIS)
        .setMaxAttempts(Integer.MAX_VALUE)
        .setMaxPending(Integer.MAX_VALUE)
        .build();
  }

  static ShardPolicy policy(PoolRecords sending, SplittableRandom random) {
    if (random.nextInt(20) == 0) {
      return endless(sending.policy());
    }
    long session = random.nextInt(5) == 0 ? 0 : 1000L + random.nextInt(5000);
    return sending
        .policy()
        .setQuantumMs((long) random.nextInt(4) * 100)
        .setMaxBatch(random.nextBoolean() ? 0 : 1 + random.nextInt(5))
        .setSessionTimeoutMs(session)
        .setLeaseTimeoutMs(lease(session, random))
        .setMaxAttempts(random.nextInt(4))
        .setMaxPending(random.nextBoolean() ? 0 : 2 + random.nextInt(10))
        .setCreation(random.nextInt(4) == 0 ? Creation.REGISTERED : Creation.LAZY)
        .setNonces(random.nextBoolean() ? NonceRule.STRICT : NonceRule.OFF)
        .setAffinity(random.nextBoolean() ? Affinity.LAST : Affinity.OFF)
        .setBeats(random.nextBoolean() ? Beats.ANSWERED : Beats.CHANGES)
        .build();
  }

  /** The lease often equals the session, so that a silent worker's timeouts are due at once. */
  private static long lease(long session, SplittableRandom random) {
    return switch (random.nextInt(5)) {
      case 0 -> 0;
      case 1, 2 -> session;
      default -> 300L + random.nextInt(3000);
    };
  }

  String shard(int number) {
    return "0x" + Integer.toHexString(0xa000 + number);
  }

  /** Returns a random shard. The distribution is skewed. */
  String anyShard(SplittableRandom random) {
    int most = random.nextInt(shards) + 1;
    return shard(random.nextInt(most));
  }
}
