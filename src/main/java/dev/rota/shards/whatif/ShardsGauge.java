package dev.rota.shards.whatif;

import dev.rota.kernel.domain.measures.FigureGoal;
import dev.rota.kernel.domain.measures.HistoryGauge;
import dev.rota.kernel.domain.measures.LaneMeasures;
import dev.rota.shards.model.EndCause;
import dev.rota.shards.model.PoolFact.Ended;
import dev.rota.shards.model.PoolFact.EnvironmentRefused;
import dev.rota.shards.model.PoolFact.EnvironmentSet;
import dev.rota.shards.model.PoolFact.PolicyRefused;
import dev.rota.shards.model.PoolFact.PolicySet;
import dev.rota.shards.model.PoolFact.ShardRegistered;
import dev.rota.shards.model.PoolFact.Stood;
import dev.rota.shards.model.PoolFact.TransactionAccepted;
import dev.rota.shards.model.PoolFact.TransactionLost;
import dev.rota.shards.model.PoolFact.TransactionRefused;
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
import dev.rota.shards.model.WorkerFact.SlotFreed;
import dev.rota.shards.model.WorkerFact.WorkerCame;
import dev.rota.shards.model.WorkerFact.WorkerHeard;
import dev.rota.shards.model.WorkerFact.WorkerLeaves;
import dev.rota.shards.model.WorkerFact.WorkerLeft;
import dev.rota.shards.model.WorkerFact.WorkerRefused;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Measures a pool: how transactions and shards wait, and what slots do. Tenants are shards. */
final class ShardsGauge implements HistoryGauge<ShardsFact> {
  /** A transaction: ids are unique within a shard. */
  private record Key(String shard, String id) {}

  private static final String TO_BLOCK = "from a transaction to its block";
  private static final String TO_LEASE = "a shard in the run queue";
  private static final String ACCEPTED = "transactions accepted";
  private static final String REFUSED = "transactions refused";
  private static final String INCLUDED = "transactions in blocks";
  private static final String LOST = "transactions taken out";
  private static final String BLOCKS = "blocks";
  private static final String CYCLES = "cycles";
  private static final String LEASES = "leases";
  private static final String QUANTUM = "leases ended by the quantum";
  private static final String BROKEN = "leases lost";
  private static final String PENDING = "transactions that wait";
  private static final String IDLE = "idle slots";
  private static final Set<EndCause> BREAKS =
      Set.of(EndCause.WORKER_LOST, EndCause.SUPERSEDED, EndCause.LEASE_EXPIRED);

  private final LaneMeasures to;
  private final Map<Key, Long> pending = new HashMap<>();
  private final Map<String, Long> queued = new HashMap<>();
  private final Map<String, Integer> slots = new HashMap<>();
  private final Map<String, Integer> leases = new HashMap<>();

  ShardsGauge(LaneMeasures to) {
    this.to = to;
    to.counts(ACCEPTED, REFUSED, INCLUDED, LOST, BLOCKS, CYCLES, LEASES, QUANTUM, BROKEN);
    to.samples("ms", TO_BLOCK, TO_LEASE);
    to.levels(PENDING, IDLE);
    to.goal(FigureGoal.LESS, TO_BLOCK, TO_LEASE, PENDING, REFUSED, LOST, BROKEN);
    to.goal(FigureGoal.MORE, INCLUDED);
  }

  @Override
  public void see(List<ShardsFact> facts, long atMillis) {
    facts.forEach(this::see);
  }

  private void see(ShardsFact fact) {
    long at = fact.atMillis();
    switch (fact) {
      case TransactionAccepted one -> {
        to.count(ACCEPTED, 1, at);
        pending.put(new Key(one.shard(), one.id()), at);
        to.level(PENDING, pending.size(), at);
      }
      case TransactionRefused _ -> to.count(REFUSED, 1, at);
      case BlockMade block -> block(block);
      case TransactionLost one -> {
        to.count(LOST, 1, at);
        over(one.shard(), one.id(), at);
      }
      case WorkerCame worker -> idle(worker.worker(), worker.slots(), 0, at);
      case WorkerLeft worker -> idle(worker.worker(), 0, 0, at);
      case ShardScheduled shard -> queued.put(shard.shard(), at);
      case LeaseGranted lease -> granted(lease);
      case CycleBegun _ -> to.count(CYCLES, 1, at);
      case LeaseEnded lease -> {
        to.count(QUANTUM, lease.cause() == EndCause.QUANTUM ? 1 : 0, at);
        to.count(BROKEN, BREAKS.contains(lease.cause()) ? 1 : 0, at);
        idle(lease.worker(), slots.getOrDefault(lease.worker(), 0), -1, at);
      }
      case ShardPassedOver _, Progressed _, ReportAccepted _, ReportRefused _ -> {}
      case BatchRemoved _ -> {} // its transactions are lost one by one
      case ShardRegistered _, Stood _, Ended _ -> {}
      case EnvironmentSet _, EnvironmentRefused _, PolicySet _, PolicyRefused _ -> {}
      case WorkerHeard _, WorkerLeaves _, WorkerRefused _, SlotFreed _ -> {}
    }
  }

  private void granted(LeaseGranted lease) {
    long at = lease.atMillis();
    to.count(LEASES, 1, at);
    to.count(CYCLES, 1, at);
    Long since = queued.remove(lease.shard());
    if (since != null) {
      to.sample(TO_LEASE, lease.shard(), at - since, at);
    }
    idle(lease.worker(), slots.getOrDefault(lease.worker(), 0), 1, at);
  }

  private void block(BlockMade block) {
    long at = block.atMillis();
    to.count(BLOCKS, 1, at);
    to.count(INCLUDED, block.included().size(), at);
    for (String id : block.included()) {
      Long since = over(block.shard(), id, at);
      if (since != null) {
        to.sample(TO_BLOCK, block.shard(), at - since, at);
      }
    }
  }

  private Long over(String shard, String id, long at) {
    Long since = pending.remove(new Key(shard, id));
    to.level(PENDING, pending.size(), at);
    return since;
  }

  private void idle(String worker, int has, int more, long at) {
    int before = idle(worker);
    slots.put(worker, has);
    leases.merge(worker, more, Integer::sum);
    to.change(IDLE, idle(worker) - before, at);
  }

  private int idle(String worker) {
    return Math.max(0, slots.getOrDefault(worker, 0) - leases.getOrDefault(worker, 0));
  }
}
