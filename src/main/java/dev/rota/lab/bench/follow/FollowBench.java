package dev.rota.lab.bench.follow;

import dev.rota.kernel.domain.Domain;
import dev.rota.lab.bench.LiveHeap;
import dev.rota.readers.follow.FollowProgress;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.logs.KafkaLogs;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;

/** Measures a follower of a ledger that is there already. */
public final class FollowBench {
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final Duration LOOK = Duration.ofMillis(10);
  private static final double NANOS = 1e9;

  private final Domain domain;
  private final Map<String, Object> kafka;

  public FollowBench(Domain domain, Map<String, Object> kafka) {
    this.domain = domain;
    this.kafka = kafka;
  }

  /**
   * What a follower costs.
   *
   * @param turnsPerSecond from the first page to the last that is there, all partitions together
   * @param heapBytes live objects, with the lanes' states and rows
   */
  public record Cost(long turns, double turnsPerSecond, long heapBytes) {}

  /**
   * Follows the ledger from its beginning to its end.
   *
   * @throws IllegalStateException if something of it is not verified
   */
  public Cost run(LongConsumer progress) {
    long before = LiveHeap.settledBytes();
    long began = System.nanoTime();
    try (LiveDomain live = start()) {
      long turns = caughtUp(live, began, progress);
      double seconds = (System.nanoTime() - began) / NANOS;
      return new Cost(turns, turns / seconds, LiveHeap.settledBytes() - before);
    }
  }

  private LiveDomain start() {
    return LiveDomain.start(
        domain, () -> new KafkaLogs(domain, kafka), CheckpointChoice.BEGINNING, Set.of());
  }

  private static long caughtUp(LiveDomain live, long began, LongConsumer progress) {
    while (true) {
      List<FollowProgress> standings = live.standings();
      long turns = standings.stream().mapToLong(FollowProgress::turns).sum();
      progress.accept(turns);
      for (FollowProgress one : standings) {
        if (one.difference() != null) {
          throw new IllegalStateException("the benchmark's ledger is not verified: " + one);
        }
      }
      if (standings.stream().allMatch(one -> one.caughtUp() && one.behind() == 0)) {
        return turns;
      }
      if (System.nanoTime() - began > PATIENCE.toNanos()) {
        throw new TimeoutException("the follower has not caught up: " + standings);
      }
      pause();
    }
  }

  private static void pause() {
    try {
      TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
    } catch (InterruptedException e) {
      throw new KafkaException("interrupted", e);
    }
  }
}
