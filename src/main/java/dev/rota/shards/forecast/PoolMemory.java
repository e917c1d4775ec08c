package dev.rota.shards.forecast;

import dev.rota.kernel.domain.ForecastModel.Expectation;
import dev.rota.kernel.domain.ForecastModel.Memory;
import dev.rota.shards.model.PoolFact;
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
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.ShardsInput;
import dev.rota.shards.model.ShardsState;
import dev.rota.shards.model.TransactionLoss;
import dev.rota.shards.model.WorkerFact;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Learns how long cycles take. */
final class PoolMemory implements Memory<ShardsState, ShardsInput, ShardsFact> {
  private final CycleTimes times = new CycleTimes();

  /** When the cycles that are out began, epoch ms, by shard. */
  private final Map<String, Long> begun = new HashMap<>();

  /** When leases were granted that are not reported as started, epoch ms, by shard. */
  private final Map<String, Long> unstarted = new HashMap<>();

  @Override
  public void learn(List<ShardsFact> facts, long atMillis) {
    facts.forEach(this::learn);
  }

  private void learn(ShardsFact fact) {
    switch (fact) {
      case LeaseGranted granted -> {
        begun.put(granted.shard(), granted.atMillis());
        unstarted.put(granted.shard(), granted.atMillis());
      }
      case CycleBegun cycle -> begun.put(cycle.shard(), cycle.atMillis());
      case Progressed progress when progress.started() -> {
        Long since = unstarted.remove(progress.shard());
        if (since != null) {
          times.started(progress.atMillis() - since);
        }
      }
      case BlockMade block -> settled(block.shard(), block.atMillis());
      case BatchRemoved batch when batch.loss() == TransactionLoss.BATCH_FAILED ->
          settled(batch.shard(), batch.atMillis());
      case LeaseEnded lease -> {
        begun.remove(lease.shard());
        if (unstarted.remove(lease.shard()) != null) {
          times.started(CycleTimes.NEVER);
        }
      }
      case Progressed _, BatchRemoved _, ReportAccepted _, ReportRefused _ -> {}
      case ShardScheduled _, ShardPassedOver _ -> {}
      case PoolFact _, WorkerFact _ -> {}
    }
  }

  private void settled(String shard, long atMillis) {
    Long since = begun.remove(shard);
    if (since != null) {
      times.took(shard, atMillis - since);
    }
  }

  @Override
  public Expectation<ShardsInput, ShardsFact> expect(ShardsState state, long nowMillis) {
    return new PoolExpectation(state, times, begun, nowMillis);
  }
}
