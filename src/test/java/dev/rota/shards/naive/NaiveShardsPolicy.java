package dev.rota.shards.naive;

import dev.rota.shards.Affinity;
import dev.rota.shards.Beats;
import dev.rota.shards.Creation;
import dev.rota.shards.Drain;
import dev.rota.shards.NonceRule;
import dev.rota.shards.Register;
import dev.rota.shards.Resume;
import dev.rota.shards.Schedule;
import dev.rota.shards.ShardPolicy;
import dev.rota.shards.Shutdown;
import dev.rota.shards.naive.NaiveShards.Chain;
import dev.rota.shards.naive.NaiveShards.Phase;
import java.util.stream.Stream;

/** What a policy's record says of the pool, and what it commands; defaults are the schema's. */
final class NaiveShardsPolicy {
  /** 36 500 days in milliseconds. */
  private static final long MOST = 36_500L * 24 * 60 * 60 * 1000;

  long quantum = 100;
  int maxBatch = 1000;
  long session = 10_000;
  long lease = 30_000;
  int maxAttempts = 5;
  int maxPending;
  Creation creation = Creation.LAZY;
  NonceRule nonces = NonceRule.OFF;
  Affinity affinity = Affinity.OFF;
  Beats beats = Beats.CHANGES;

  void take(NaiveShards pool, ShardPolicy said) {
    String refusal = refusal(pool, said);
    pool.told.outcome(
        "PolicyOutcome",
        "outcome",
        refusal == null ? "APPLIED" : "REFUSED",
        "reason",
        refusal,
        "detail",
        refusal == null ? null : NaiveShardsTold.WORDS);
    if (refusal == null) {
      set(pool, said);
      command(pool, said.getControl());
    }
  }

  private static String refusal(NaiveShards pool, ShardPolicy said) {
    if (said.getCreation() == Creation.UNKNOWN
        || said.getNonces() == NonceRule.UNKNOWN
        || said.getAffinity() == Affinity.UNKNOWN
        || said.getBeats() == Beats.UNKNOWN) {
      return "UNSUPPORTED_VALUE";
    }
    Object control = said.getControl();
    boolean isOut =
        Stream.of(
                said.getQuantumMs(),
                said.getMaxBatch(),
                said.getSessionTimeoutMs(),
                said.getLeaseTimeoutMs(),
                said.getMaxAttempts(),
                said.getMaxPending(),
                control instanceof Register register ? register.getQuantumMs() : null,
                control instanceof Shutdown shutdown ? shutdown.getTimeoutMs() : null)
            .anyMatch(n -> n != null && (n.longValue() < 0 || n.longValue() > MOST));
    if (isOut) {
      return "OUT_OF_RANGE";
    }
    if (control instanceof Register register && register.getShard().isEmpty()) {
      return "INVALID_ARGUMENT";
    }
    if (control instanceof Schedule schedule && !pool.chains.containsKey(schedule.getShard())) {
      return "NOT_FOUND"; // [S3]
    }
    return null;
  }

  private void set(NaiveShards pool, ShardPolicy said) {
    quantum = or(pool, "quantumMs", said.getQuantumMs(), quantum);
    maxBatch = or(pool, "maxBatch", said.getMaxBatch(), maxBatch);
    maxAttempts = or(pool, "maxAttempts", said.getMaxAttempts(), maxAttempts);
    maxPending = or(pool, "maxPending", said.getMaxPending(), maxPending);
    creation = or(pool, "creation", said.getCreation(), creation);
    beats = or(pool, "beats", said.getBeats(), beats);
    affinity = or(pool, "affinity", said.getAffinity(), affinity);
    if (or(pool, "nonces", said.getNonces(), nonces) != nonces) {
      nonces = said.getNonces(); // "senders begin at 0 with the policy"
      pool.chains.values().forEach(chain -> chain.included.clear());
    }
    // A limit that is another begins anew for everybody.
    if (or(pool, "sessionTimeoutMs", said.getSessionTimeoutMs(), session) != session) {
      session = said.getSessionTimeoutMs();
      pool.executors.values().forEach(executor -> executor.seen = pool.now);
    }
    if (or(pool, "leaseTimeoutMs", said.getLeaseTimeoutMs(), lease) != lease) {
      lease = said.getLeaseTimeoutMs();
      pool.leases().forEach(chain -> chain.hold.heard = pool.now);
    }
  }

  /** What is said, or else what is; counted where leases are out. */
  private static <T> T or(NaiveShards pool, String field, T said, T now) {
    boolean isOther = said != null && !said.equals(now);
    pool.met("policy: another " + field, isOther && !pool.leases().isEmpty());
    return said == null ? now : said;
  }

  private static void command(NaiveShards pool, Object control) {
    pool.met("command: " + (control == null ? "none" : control.getClass().getSimpleName()), true);
    if (control instanceof Register register) {
      Chain chain = pool.chains.computeIfAbsent(register.getShard(), Chain::new); // [S1]
      chain.ownQuantum = register.getQuantumMs(); // [Q4]
    } else if (control instanceof Schedule schedule) {
      pool.schedule(pool.chains.get(schedule.getShard())); // [S3]
    } else if (control instanceof Shutdown shutdown) {
      pool.phase = Phase.STOPPED; // [D1]
      boolean revoked = shutdown.getTimeoutMs() != null && !pool.terminated;
      pool.stopAt =
          revoked
              ? NaiveShards.later(pool.now, shutdown.getTimeoutMs())
              : NaiveShards.NEVER; // [D4]
    } else if (control instanceof Drain && pool.phase != Phase.DRAINED) {
      pool.phase = Phase.DRAINING; // [D5]
      pool.terminated = false;
      pool.stopAt = NaiveShards.NEVER;
    } else if (control instanceof Resume) {
      pool.phase = Phase.OPEN; // [D2]
      pool.terminated = false;
      pool.stopAt = NaiveShards.NEVER;
    }
  }
}
