package dev.rota.shards.queries;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.shards.model.CycleWork;
import dev.rota.shards.model.LonePool;
import dev.rota.shards.model.Shard;
import dev.rota.shards.model.ShardFact.CycleBegun;
import dev.rota.shards.model.ShardFact.LeaseGranted;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.ShardsInput;
import dev.rota.shards.model.ShardsInput.Change;
import dev.rota.shards.rules.Inputs;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * However skewed the arrivals: a shard waits for those before it in the queue and for nobody else,
 * each of whom holds a worker for the quantum and one cycle at most.
 */
class FairnessTest {
  private static final int WORKERS = 2;
  private static final int SHARDS = 150;
  private static final int TRANSACTIONS = 6_000;
  private static final int BACKLOG = 2_000;
  private static final int BATCH = 256;
  private static final long QUANTUM = 10;
  private static final int PER_MILLI = 50;
  private static final Map<String, Object> SETTINGS =
      Map.of("quantumMs", QUANTUM, "maxBatch", BATCH, "sessionTimeoutMs", 0L, "leaseTimeoutMs", 0L);
  private static final long HOLD = QUANTUM + BATCH / PER_MILLI + 1;

  /** A cycle that is being executed. */
  private record Running(CycleWork work, long untilMillis) {}

  /** A shard in the queue. */
  private record Waiting(long sinceMillis, int ahead) {}

  private final LonePool pool = new LonePool();
  private final PriorityQueue<Running> running =
      new PriorityQueue<>(
          (a, b) ->
              a.untilMillis != b.untilMillis
                  ? Long.compare(a.untilMillis, b.untilMillis)
                  : a.work.shard().compareTo(b.work.shard()));
  private final Map<String, Waiting> waiting = new HashMap<>();
  private long longest;
  private long granted;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void underZipfSkewNobodyWaitsLongerThanTheQueueBeforeItTakes(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    take(0, new Change(SETTINGS, null, List.of()));
    for (int i = 0; i < BACKLOG; i++) {
      take(0, Inputs.tx("hot", "backlog-" + i));
    }
    for (int i = 0; i < WORKERS; i++) {
      take(0, Inputs.join("worker-" + i, 1, 1));
    }
    for (int i = 0; i < TRANSACTIONS; i++) {
      long at = i / (WORKERS * PER_MILLI / 2);
      finish(at);
      take(at, Inputs.tx(shard(random), "tx-" + i));
    }
    finish(Long.MAX_VALUE);

    assertThat(waiting).isEmpty();
    assertThat(pool.state().allShards()).allMatch(shard -> shard.pool().size() == 0);
    assertThat(granted).isGreaterThan(SHARDS);
    System.out.printf(
        "fairness: seed %d, %d leases, the longest wait is %d ms%n", seed, granted, longest);
  }

  /** Rank 1 comes most often, about as often as the other hundred together. */
  private static String shard(SplittableRandom random) {
    int rank = (int) Math.pow(SHARDS, random.nextDouble() * random.nextDouble());
    return rank == 1 ? "hot" : "shard-" + rank;
  }

  private void finish(long untilMillis) {
    while (!running.isEmpty() && running.peek().untilMillis <= untilMillis) {
      Running done = running.remove();
      CycleWork work = done.work;
      take(done.untilMillis, Inputs.done(work.shard(), work.worker(), work.epoch(), work.cycle()));
    }
  }

  private void take(long atMillis, ShardsInput input) {
    for (ShardsFact fact : pool.take(atMillis, input)) {
      if (fact instanceof LeaseGranted lease) {
        grant(lease.work(), lease.atMillis());
        run(lease.work(), lease.atMillis());
      } else if (fact instanceof CycleBegun cycle) {
        run(cycle.work(), cycle.atMillis());
      }
    }
    int ahead = 0;
    for (Shard shard : pool.state().queue().all()) {
      waiting.putIfAbsent(shard.name(), new Waiting(pool.now(), ahead++));
    }
  }

  private void run(CycleWork work, long atMillis) {
    running.add(new Running(work, atMillis + work.count() / PER_MILLI + 1));
  }

  private void grant(CycleWork work, long atMillis) {
    granted++;
    Waiting was = waiting.remove(work.shard());
    if (was == null) {
      return; // it never waited: a worker was free
    }
    long wait = atMillis - was.sinceMillis;
    long bound = (was.ahead / WORKERS + 1) * HOLD;
    assertThat(wait).as("%s, behind %d", work.shard(), was.ahead).isLessThanOrEqualTo(bound);
    longest = Math.max(longest, wait);
  }
}
