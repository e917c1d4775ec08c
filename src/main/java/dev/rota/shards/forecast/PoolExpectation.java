package dev.rota.shards.forecast;

import dev.rota.kernel.domain.ForecastModel.Expectation;
import dev.rota.kernel.domain.ForecastModel.Expected;
import dev.rota.kernel.engine.Deadline;
import dev.rota.shards.model.CycleWork;
import dev.rota.shards.model.PoolFact;
import dev.rota.shards.model.Shard;
import dev.rota.shards.model.ShardFact.BatchRemoved;
import dev.rota.shards.model.ShardFact.BlockMade;
import dev.rota.shards.model.ShardFact.CycleBegun;
import dev.rota.shards.model.ShardFact.LeaseEnded;
import dev.rota.shards.model.ShardFact.LeaseGranted;
import dev.rota.shards.model.ShardFact.Progressed;
import dev.rota.shards.model.ShardFact.ReportAccepted;
import dev.rota.shards.model.ShardFact.ReportRefused;
import dev.rota.shards.model.ShardFact.ShardPassedOver;
import dev.rota.shards.model.ShardFact.ShardScheduled;
import dev.rota.shards.model.ShardLease;
import dev.rota.shards.model.ShardsDeadlineKind;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.ShardsInput;
import dev.rota.shards.model.ShardsInput.Beat;
import dev.rota.shards.model.ShardsInput.Began;
import dev.rota.shards.model.ShardsInput.Executed;
import dev.rota.shards.model.ShardsInput.Report;
import dev.rota.shards.model.ShardsInput.What;
import dev.rota.shards.model.ShardsInstants;
import dev.rota.shards.model.ShardsState;
import dev.rota.shards.model.WorkerFact;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Workers execute each batch whole in its usual time, and are never silent. */
final class PoolExpectation implements Expectation<ShardsInput, ShardsFact> {
  private static final What ALL = new Executed(null, List.of(), Map.of(), null, null, null);

  private final ShardsState state;
  private final CycleTimes times;
  private final TreeSet<Coming> coming = new TreeSet<>(Coming.ORDER);
  private final Map<String, List<Coming>> byShard = new HashMap<>();
  private final Set<String> assumed = new LinkedHashSet<>();

  /**
   * A report that comes.
   *
   * @param order of one instant: the start comes before the end
   */
  private record Coming(long atMillis, int order, Report report) {
    static final Comparator<Coming> ORDER =
        Comparator.comparingLong(Coming::atMillis)
            .thenComparingInt(Coming::order)
            .thenComparing(one -> one.report.shard());
  }

  PoolExpectation(ShardsState state, CycleTimes times, Map<String, Long> begun, long nowMillis) {
    this.state = state;
    this.times = times;
    assumed.add("no transaction comes, and none fails");
    assumed.add("workers stay, and send their heartbeats in time");
    for (Shard shard : state.leased()) {
      ShardLease lease = shard.lease();
      long since =
          begun.getOrDefault(shard.name(), lease.cycle() == 1 ? lease.grantedAt() : nowMillis);
      long elapsed = Math.max(0, nowMillis - since);
      String worker = lease.worker();
      if (lease.awaitsStart()) {
        starts(shard.name(), worker, shard.epoch(), lease.grantedAt(), elapsed);
      }
      ends(shard.name(), worker, shard.epoch(), lease.cycle(), since, elapsed);
    }
  }

  private void starts(String shard, String worker, long epoch, long grantedAt, long elapsed) {
    long start = times.start(elapsed, assumed);
    if (start != CycleTimes.NEVER) {
      expect(
          new Coming(
              ShardsInstants.plus(grantedAt, start),
              0,
              new Report(shard, worker, epoch, 1, new Began())));
    }
  }

  private void ends(String shard, String worker, long epoch, long cycle, long since, long elapsed) {
    long total = times.total(shard, elapsed, assumed);
    if (total != CycleTimes.NEVER) {
      expect(
          new Coming(
              ShardsInstants.plus(since, total), 1, new Report(shard, worker, epoch, cycle, ALL)));
    }
  }

  private void expect(Coming one) {
    coming.add(one);
    byShard.computeIfAbsent(one.report.shard(), _ -> new ArrayList<>(2)).add(one);
  }

  private void forget(String shard) {
    List<Coming> gone = byShard.remove(shard);
    if (gone != null) {
      coming.removeAll(gone);
    }
  }

  @Override
  public Expected<ShardsInput> next(long nowMillis) {
    Deadline silent = state.nextDeadline(null);
    while (silent != null && !silent.kind().equals(ShardsDeadlineKind.SESSION)) {
      silent = state.nextDeadline(silent);
    }
    Coming first = coming.isEmpty() ? null : coming.first();
    if (first != null && (silent == null || first.atMillis < silent.atMillis())) {
      return new Expected<>(Math.max(nowMillis, first.atMillis), first.report);
    }
    return silent == null
        ? null
        : new Expected<>(Math.max(nowMillis, silent.atMillis() - 1), beat(silent.id()));
  }

  /** C1: a heartbeat at the very deadline is too late. */
  private Beat beat(String worker) {
    return new Beat(worker, state.worker(worker).incarnation());
  }

  @Override
  public void decided(ShardsInput input, List<ShardsFact> facts) {
    if (!coming.isEmpty() && coming.first().report == input) {
      coming.pollFirst(); // also if it is refused
    }
    for (ShardsFact fact : facts) {
      switch (fact) {
        case LeaseGranted granted -> {
          String shard = granted.shard();
          long epoch = granted.work().epoch();
          starts(shard, granted.worker(), epoch, granted.atMillis(), 0);
          ends(shard, granted.worker(), epoch, 1, granted.atMillis(), 0);
        }
        case CycleBegun(CycleWork work, long atMillis) -> {
          forget(work.shard());
          ends(work.shard(), work.worker(), work.epoch(), work.cycle(), atMillis, 0);
        }
        case LeaseEnded lease -> forget(lease.shard());
        case ShardScheduled _, ShardPassedOver _, BlockMade _, BatchRemoved _ -> {}
        case Progressed _, ReportAccepted _, ReportRefused _ -> {}
        case PoolFact _, WorkerFact _ -> {}
      }
    }
  }

  @Override
  public List<String> assumed() {
    return List.copyOf(assumed);
  }
}
