package dev.rota.shards.wire;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * What clients, workers and operators of a pool may get wrong. Each seed has its own mix, most
 * tricks absent from it.
 */
final class PoolMischief {
  private static final int PER_MILLE_MAX = 150;

  enum Trick {
    // of a client
    DUPLICATE_TRANSACTION,
    NONCE_GAP,
    ODD_NAME,
    ODD_NONCE,
    POISON,
    // of a worker with its cycle
    PART_FAILS,
    BATCH_FAILS,
    STOPS_EARLY,
    NOTHING_EXECUTED,
    GIVES_BACK,
    DIES,
    HANGS,
    // of a report
    TWICE,
    STALE_EPOCH,
    UNKNOWN_EPOCH,
    WRONG_WORKER,
    UNKNOWN_CYCLE,
    MALFORMED,
    UNKNOWN_SHARD,
    // of a worker itself
    LEAVES,
    STALE_INCARNATION,
    ODD_SLOTS,
    ODD_WORKER,
    NEVER_JOINED,
    // of those who run the pool
    ENVIRONMENT_BACK,
    ODD_ENVIRONMENT,
    OTHER_POLICY,
    BAD_POLICY,
    COMMAND;

    String told() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  private final SplittableRandom random;
  private final Map<Trick, Integer> perMille = new EnumMap<>(Trick.class);

  /** Nothing goes wrong but a transaction now and then. */
  static PoolMischief none() {
    PoolMischief none = new PoolMischief(0, true);
    none.perMille.put(Trick.PART_FAILS, 10);
    return none;
  }

  PoolMischief(long seed) {
    this(seed, false);
  }

  private PoolMischief(long seed, boolean none) {
    // A stream of its own: the pool's random choices stay what they are without mischief.
    this.random = new SplittableRandom(~seed);
    boolean calm = none || random.nextInt(8) == 0;
    for (Trick one : Trick.values()) {
      if (!calm && random.nextInt(3) == 0) {
        perMille.put(one, 1 + random.nextInt(PER_MILLE_MAX));
      }
    }
  }

  /** Whether it happens now. */
  boolean plays(Trick trick) {
    return random.nextInt(1000) < perMille.getOrDefault(trick, 0);
  }

  /** One of them that happens now, or null. */
  Trick any(Trick first, Trick last) {
    for (Trick one : EnumSet.range(first, last)) {
      if (plays(one)) {
        return one;
      }
    }
    return null;
  }
}
