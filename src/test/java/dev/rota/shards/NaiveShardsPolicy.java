package dev.rota.shards;

import dev.rota.shards.NaiveShards.Chain;
import dev.rota.shards.NaiveShards.Phase;
import java.util.stream.Stream;

/** What a policy's record says of the pool, and what it commands; defaults are the schema's. */
final class NaiveShardsPolicy {
  long quantum = 100;
  int maxBatch = 1000;
  long session = 10_000;
  long lease = 30_000;
  int maxAttempts = 5;
  int maxPending;
  boolean registered;
  boolean strict;
  boolean affine;

  void take(NaiveShards pool, ShardPolicy said) {
    String refusal = refusal(pool, said);
    pool.told.outcome(
        "PolicyOutcome",
        "outcome", refusal == null ? "APPLIED" : "REFUSED",
        "reason", refusal);
    if (refusal == null) {
      set(pool, said);
      command(pool, said.getControl());
    }
  }

  private static String refusal(NaiveShards pool, ShardPolicy said) {
    if (said.getCreation() == Creation.UNKNOWN
        || said.getNonces() == NonceRule.UNKNOWN
        || said.getAffinity() == Affinity.UNKNOWN) {
      return "UNSUPPORTED_VALUE";
    }
    Object control = said.getControl();
    boolean negative =
        Stream.of(
                said.getQuantumMs(),
                said.getMaxBatch(),
                said.getSessionTimeoutMs(),
                said.getLeaseTimeoutMs(),
                said.getMaxAttempts(),
                said.getMaxPending(),
                control instanceof Register register ? register.getQuantumMs() : null,
                control instanceof Shutdown shutdown ? shutdown.getTimeoutMs() : null)
            .anyMatch(number -> number != null && number.longValue() < 0);
    if (negative) {
      return "OUT_OF_RANGE";
    }
    if (control instanceof Schedule schedule && !pool.chains.containsKey(schedule.getShard())) {
      return "NOT_FOUND"; // [S3]
    }
    return null;
  }

  private void set(NaiveShards pool, ShardPolicy said) {
    quantum = said.getQuantumMs() == null ? quantum : said.getQuantumMs();
    maxBatch = said.getMaxBatch() == null ? maxBatch : said.getMaxBatch();
    session = said.getSessionTimeoutMs() == null ? session : said.getSessionTimeoutMs();
    lease = said.getLeaseTimeoutMs() == null ? lease : said.getLeaseTimeoutMs();
    maxAttempts = said.getMaxAttempts() == null ? maxAttempts : said.getMaxAttempts();
    maxPending = said.getMaxPending() == null ? maxPending : said.getMaxPending();
    registered =
        said.getCreation() == null ? registered : said.getCreation() == Creation.REGISTERED;
    affine = said.getAffinity() == null ? affine : said.getAffinity() == Affinity.LAST;
    boolean before = strict;
    strict = said.getNonces() == null ? strict : said.getNonces() == NonceRule.STRICT;
    if (strict && !before) {
      pool.chains.values().forEach(chain -> chain.included.clear()); // "begin at 0 with the policy"
    }
  }

  private static void command(NaiveShards pool, Object control) {
    if (control instanceof Register register) {
      Chain chain = pool.chains.computeIfAbsent(register.getShard(), Chain::new); // [S1]
      chain.ownQuantum = register.getQuantumMs(); // [Q4]
    } else if (control instanceof Schedule schedule) {
      pool.schedule(pool.chains.get(schedule.getShard())); // [S3]
    } else if (control instanceof Shutdown shutdown) {
      // [D1, D4]
      phase(pool, Phase.STOPPED);
      pool.stopAt =
          shutdown.getTimeoutMs() == null || pool.terminated
              ? NaiveShards.NEVER
              : pool.now + shutdown.getTimeoutMs();
    } else if (control instanceof Drain) {
      phase(pool, Phase.DRAINING); // [D5]
    } else if (control instanceof Resume) {
      phase(pool, Phase.OPEN); // [D2]
    }
  }

  private static void phase(NaiveShards pool, Phase next) {
    pool.terminated &= next == Phase.STOPPED && pool.phase != Phase.OPEN;
    pool.phase = next;
    pool.stopAt = NaiveShards.NEVER;
  }
}
