package dev.rota.shards.queries;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.shards.model.CycleWork;
import dev.rota.shards.model.LonePool;
import dev.rota.shards.model.Shard;
import dev.rota.shards.model.ShardFact.CycleBegun;
import dev.rota.shards.model.ShardFact.LeaseGranted;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.ShardsInput;
import dev.rota.shards.rules.Inputs;
import dev.rota.shards.rules.WaitingBound;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The bound that a waiting shard is told holds: workers live, start in time, and no cycle outlasts
 * its lease's quantum.
 */
class WaitingBoundTest {
  private static final int TRANSACTIONS = 3_000;
  private static final int SHARDS = 12;
  private static final int LEASE = 500;

  private record Coming(long atMillis, long number, ShardsInput input) {}

  private final LonePool pool = new LonePool();
  private final PriorityQueue<Coming> coming =
      new PriorityQueue<>(
          Comparator.comparingLong(Coming::atMillis).thenComparingLong(Coming::number));

  /** Until when each shard that waits has a slot at the latest. */
  private final Map<String, Long> bounds = new HashMap<>();

  private SplittableRandom random;
  private long numbers;
  private int checked;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void noShardWaitsLongerThanItIsTold(long seed) {
    random = new SplittableRandom(seed);
    Integer maxBatch = 1 + random.nextInt(3);
    take(
        0,
        Inputs.policy(
            "maxBatch", maxBatch, "sessionTimeoutMs", 0L, "leaseTimeoutMs", (long) LEASE));
    for (int i = 0; i < SHARDS; i++) {
      Long quantum = random.nextBoolean() ? null : 1L + random.nextInt(300);
      take(0, Inputs.command(new ShardsInput.Register("shard-" + i, quantum)));
    }
    take(0, Inputs.join("w1", 1, 2));
    take(0, Inputs.join("w2", 1, 1));
    long at = 0;
    for (int i = 0; i < TRANSACTIONS; i++) {
      at += random.nextInt(60);
      come(at, Inputs.tx("shard-" + random.nextInt(SHARDS), "tx-" + i));
    }
    while (!coming.isEmpty()) {
      Coming next = coming.remove();
      take(next.atMillis, next.input);
    }
    assertThat(bounds).isEmpty();
    assertThat(checked).isGreaterThan(TRANSACTIONS / 10);
  }

  private void come(long atMillis, ShardsInput input) {
    coming.add(new Coming(atMillis, numbers++, input));
  }

  private void take(long atMillis, ShardsInput input) {
    for (ShardsFact fact : pool.take(atMillis, input)) {
      if (fact instanceof LeaseGranted lease) {
        granted(lease);
      } else if (fact instanceof CycleBegun cycle) {
        execute(cycle.work(), atMillis, pool.state().shard(cycle.shard()).lease().since());
      }
    }
    List<Shard> queue = pool.state().queue().all();
    for (int place = 0; place < queue.size(); place++) {
      String name = queue.get(place).name();
      WaitingBound.of(pool.state(), queue.subList(0, place))
          .ifPresent(bound -> bounds.merge(name, atMillis + bound, Math::min));
    }
  }

  private void granted(LeaseGranted lease) {
    Long bound = bounds.remove(lease.shard());
    if (bound != null) {
      assertThat(lease.atMillis()).as(lease.shard()).isLessThanOrEqualTo(bound);
      checked++;
    }
    CycleWork work = lease.work();
    long since = lease.atMillis();
    if (random.nextInt(3) > 0) {
      since += random.nextInt(LEASE);
      come(since, Inputs.began(work.shard(), work.worker(), work.epoch(), 1));
    }
    execute(work, since, since);
  }

  private void execute(CycleWork work, long fromMillis, long since) {
    long end = since + pool.state().shard(work.shard()).quantum(pool.state().policy());
    long at = random.nextInt(4) == 0 ? end : random.nextLong(fromMillis, end + 1);
    come(at, Inputs.done(work.shard(), work.worker(), work.epoch(), work.cycle()));
  }
}
