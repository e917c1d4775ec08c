package dev.rota.shards.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.kernel.domain.ForecastModel.Start;
import dev.rota.kernel.domain.OpaqueBytes;
import dev.rota.readers.forecast.ForecastAccuracy;
import dev.rota.shards.ShardsDomain;
import dev.rota.shards.model.Shard;
import dev.rota.shards.model.ShardsInput.Began;
import dev.rota.shards.model.ShardsInput.Broke;
import dev.rota.shards.model.ShardsInput.Change;
import dev.rota.shards.model.ShardsInput.Executed;
import dev.rota.shards.model.ShardsInput.Join;
import dev.rota.shards.model.ShardsInput.Register;
import dev.rota.shards.model.ShardsInput.Report;
import dev.rota.shards.model.ShardsInput.Submit;
import dev.rota.shards.model.ShardsInput.What;
import dev.rota.shards.model.ShardsState;
import dev.rota.testing.Foreseeing;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Forecasts that are worked out by hand. Times are ms after 1970. */
final class ShardsForecastTest {
  private static final What ALL = new Executed(null, List.of(), Map.of(), null, null, null);
  private static final String T = "1970-01-01T00:00:";

  private final Foreseeing pool = new Foreseeing(new ShardsDomain(), 60_000);

  private List<Start> submit(long atMillis, String shard, String id) {
    return pool.take(atMillis, new Submit(shard, id, null, null, OpaqueBytes.NONE));
  }

  /** A report of the cycle that is out. */
  private List<Start> report(long atMillis, String name, What what) {
    Shard shard = ((ShardsState) pool.state()).shard(name);
    return pool.take(
        atMillis,
        new Report(name, shard.lease().worker(), shard.epoch(), shard.lease().cycle(), what));
  }

  private void settings(long atMillis, Long quantum, Integer maxBatch) {
    Map<String, Object> said = Map.of("quantumMs", quantum, "maxBatch", maxBatch);
    pool.take(atMillis, new Change(said, null, List.of()));
  }

  /** S4: the queue is first in, first out; each shard before has one cycle of 40 ms. */
  @Test
  void aShardWaitsForThoseBeforeIt() {
    pool.take(0, new Join("w", 1, 1));
    submit(1000, "a", "a1");
    report(1040, "a", ALL);
    submit(1100, "a", "a2");
    submit(1110, "b", "b1");
    submit(1120, "c", "c1");

    assertThat(pool.told("shard", "a")).isEqualTo("STARTED runs on worker w, epoch 2");
    assertThat(pool.told("transaction", "a2")).isEqualTo("STARTED is executed by worker w");
    assertThat(pool.next(9))
        .containsExactly(
            "shard b " + T + "01.140Z on worker w", "shard c " + T + "01.180Z on worker w");
    assertThat(pool.told("transaction", "c1"))
        .startsWith("STARTS " + T + "01.180Z on worker w by shards ");
    assertThat(pool.told("transaction", "c/c1")).isEqualTo(pool.told("transaction", "c1"));
    assertThat(pool.of("shard", "c").assumed())
        .containsExactly(
            "no transaction comes, and none fails",
            "workers stay, and send their heartbeats in time",
            "a cycle takes PT0.04S (p50 of 1)");
  }

  /**
   * Q1 and Q4, the nasty one: the shard before has a quantum of its own of 1 s and a batch of one.
   * Its cycles take 300 ms, and the quantum runs from the start of the first, 10 ms behind the
   * grant. So it ends with the cycle that is over at 1200 ms, the fourth, and not the third at 900;
   * with two transactions left it goes to the tail, behind the shard that waits.
   */
  @Test
  void aShardBehindALongQuantum() {
    settings(0, 100L, 1);
    pool.take(0, new Join("w", 1, 1));
    pool.take(0, new Change(Map.of(), new Register("long", 1_000L), List.of()));
    long at = 1000;
    for (int i = 0; i < 5; i++, at += 1000) {
      submit(at, "long", "old-" + i);
      report(at + 10, "long", new Began());
      report(at + 300, "long", ALL);
    }
    for (int i = 1; i <= 6; i++) {
      submit(at, "long", "t" + i);
    }
    submit(at, "short", "s1");

    assertThat(at).isEqualTo(6000);
    assertThat(pool.told("shard", "short")).startsWith("STARTS " + T + "07.200Z on worker w");
    assertThat(pool.told("transaction", "t4")).startsWith("STARTS " + T + "06.900Z on worker w");
    // The short one's cycle takes what those of all shards took.
    assertThat(pool.told("transaction", "t5")).startsWith("STARTS " + T + "07.500Z on worker w");
    assertThat(pool.of("shard", "short").assumed())
        .contains(
            "a cycle of shard long takes PT0.3S (p50 of 5)",
            "a lease is reported as started PT0.01S after its grant (p50 of 5)");
  }

  /** X2: a batch that fails took its time as well. A shard without work waits for nothing. */
  @Test
  void aShardWithoutWorkIsNotForecast() {
    pool.take(0, new Join("w", 1, 1));
    submit(1000, "a", "a1");
    report(1070, "a", new Broke("no memory"));

    assertThat(pool.told("shard", "a")).isEqualTo("OVER is idle: nothing of it is pending");
    submit(2000, "a", "a2");
    submit(2000, "b", "b1");
    assertThat(pool.told("shard", "b")).startsWith("STARTS " + T + "02.070Z on worker w");
  }

  /** F4: without a worker nothing starts, whatever was learned. */
  @Test
  void withoutAWorkerAShardWaits() {
    submit(1000, "a", "a1");

    assertThat(pool.of("shard", "a").outcome()).hasToString("WAITS");
    assertThat(pool.of("shard", "a").reason()).isNotNull();
  }

  /** The law: where each cycle of a shard takes its own time, each forecast is exact. */
  @Test
  void withConstantCyclesEachForecastIsExact() {
    record Done(long atMillis, String shard) {}
    PriorityQueue<Done> ends =
        new PriorityQueue<>(Comparator.comparingLong(Done::atMillis).thenComparing(Done::shard));
    SplittableRandom random = new SplittableRandom(5);
    pool.take(0, new Join("w1", 1, 2));
    pool.take(0, new Join("w2", 1, 1));
    long now = 10;
    for (int burst = 0; burst < 40; burst++) {
      for (int i = 0; i < 15; i++) {
        now += random.nextInt(4);
        String shard = "s" + random.nextInt(7);
        add(ends, submit(now, shard, "t" + burst + "-" + i), Done::new);
      }
      while (!ends.isEmpty()) {
        if (burst > 20) {
          pool.record(); // nothing comes until the burst is worked off
        }
        Done done = ends.remove();
        now = Math.max(now, done.atMillis);
        add(ends, report(now, done.shard, ALL), Done::new);
      }
    }
    ForecastAccuracy judged = pool.judged();

    assertThat(judged.started()).isGreaterThan(100).isEqualTo(judged.exact());
    assertThat(judged.placed()).isEqualTo(judged.started());
    assertThat(judged.made()).isEqualTo(judged.started());
  }

  private interface End<T> {
    T of(long atMillis, String shard);
  }

  /** A cycle of shard 3 takes 53 ms: each shard has its own time. */
  private <T> void add(PriorityQueue<T> ends, List<Start> starts, End<T> end) {
    List<String> begun = new ArrayList<>();
    for (Start start : starts) {
      if (start.thing().kind().equals("transaction")) {
        String shard = start.thing().id().substring(0, start.thing().id().indexOf('/'));
        if (!begun.contains(shard)) {
          begun.add(shard);
          ends.add(end.of(start.atMillis() + 50 + (shard.charAt(1) - '0'), shard));
        }
      }
    }
  }
}
