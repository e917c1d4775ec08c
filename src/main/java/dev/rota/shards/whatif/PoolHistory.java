package dev.rota.shards.whatif;

import dev.rota.kernel.domain.FleetModel;
import dev.rota.kernel.domain.HeartbeatHistory;
import dev.rota.kernel.domain.Participants.Past;
import dev.rota.shards.Committed;
import dev.rota.shards.Failed;
import dev.rota.shards.Released;
import dev.rota.shards.Started;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.model.CycleWork;
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
import dev.rota.shards.model.SessionEnd;
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
import dev.rota.shards.model.TransactionLoss;
import dev.rota.shards.model.WorkerFact.SlotFreed;
import dev.rota.shards.model.WorkerFact.WorkerCame;
import dev.rota.shards.model.WorkerFact.WorkerHeard;
import dev.rota.shards.model.WorkerFact.WorkerLeaves;
import dev.rota.shards.model.WorkerFact.WorkerLeft;
import dev.rota.shards.model.WorkerFact.WorkerRefused;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What workers did in history: which cycles they had, and what they said of them. */
final class PoolHistory {
  /** The first transaction of a batch. */
  record First(String shard, String id) {
    static First of(CycleWork work) {
      return new First(work.shard(), work.transactions().get(0).id());
    }
  }

  private final Map<RecordedCycle.Id, RecordedCycle> cycles = new LinkedHashMap<>();
  private final Map<First, List<RecordedCycle>> byFirst = new HashMap<>();
  private final Set<Long> ofCycles = new HashSet<>();
  private final HeartbeatHistory signs = new HeartbeatHistory();
  private final TransactionCosts costs = new TransactionCosts();

  HeartbeatHistory signs() {
    return signs;
  }

  TransactionCosts costs() {
    return costs;
  }

  void recorded(Past turn, List<ShardsFact> facts, FleetModel fleet) {
    if (turn.input() != null && turn.input().record() instanceof WorkerEvent said) {
      signs.heard(said.getWorker(), turn.atMillis());
      said(said, turn);
    }
    for (ShardsFact fact : facts) {
      recorded(fact, fleet);
    }
  }

  private void recorded(ShardsFact fact, FleetModel fleet) {
    switch (fact) {
      case LeaseGranted lease -> begun(lease.work(), lease.atMillis());
      case CycleBegun cycle -> begun(cycle.work(), cycle.atMillis());
      case TransactionLost one -> lost(one);
      case WorkerCame worker -> fleet.registered(worker.worker());
      case WorkerLeft worker when worker.farewell() == SessionEnd.SESSION ->
          signs.lost(worker.worker());
      case WorkerLeft _, WorkerHeard _, WorkerLeaves _, WorkerRefused _, SlotFreed _ -> {}
      case ShardScheduled _, ShardPassedOver _, LeaseEnded _, BatchRemoved _ -> {}
      case Progressed _, ReportAccepted _, ReportRefused _, BlockMade _ -> {}
      case TransactionAccepted _, TransactionRefused _, ShardRegistered _ -> {}
      case EnvironmentSet _, EnvironmentRefused _, PolicySet _, PolicyRefused _ -> {}
      case Stood _, Ended _ -> {}
    }
  }

  private void lost(TransactionLost one) {
    if (one.loss() == TransactionLoss.FAILED) {
      costs.failed(one.shard(), one.id());
    } else if (one.loss() == TransactionLoss.POISON) {
      costs.poison(one.shard(), one.id());
    }
  }

  private void begun(CycleWork work, long atMillis) {
    RecordedCycle cycle = new RecordedCycle(work, atMillis);
    cycles.put(RecordedCycle.Id.of(work), cycle);
    all(work).add(cycle);
  }

  /** The recorded cycles whose batch begins with the same transaction, in order. */
  List<RecordedCycle> all(CycleWork work) {
    return byFirst.computeIfAbsent(First.of(work), _ -> new ArrayList<>());
  }

  private void said(WorkerEvent event, Past turn) {
    RecordedCycle.Id id = reported(event);
    RecordedCycle cycle = id == null ? null : cycles.get(id);
    if (cycle == null) {
      return;
    }
    boolean first =
        event.getEvent() instanceof Started
            ? cycle.starts(event, turn.atMillis(), turn.number())
            : cycle.ends(event, turn.atMillis(), turn.number());
    if (first) {
      ofCycles.add(turn.number());
    }
  }

  /** The cycle that is reported on; null: the event is no report. */
  static RecordedCycle.Id reported(WorkerEvent said) {
    Object event = said.getEvent();
    if (event instanceof Started one) {
      return new RecordedCycle.Id(one.getShard(), said.getWorker(), one.getEpoch(), one.getCycle());
    }
    if (event instanceof Committed one) {
      return new RecordedCycle.Id(one.getShard(), said.getWorker(), one.getEpoch(), one.getCycle());
    }
    if (event instanceof Failed one) {
      return new RecordedCycle.Id(one.getShard(), said.getWorker(), one.getEpoch(), one.getCycle());
    }
    return event instanceof Released one
        ? new RecordedCycle.Id(one.getShard(), said.getWorker(), one.getEpoch(), one.getCycle())
        : null;
  }

  /** The history is over. */
  void end() {
    cycles.forEach(
        (id, cycle) -> {
          if (cycle.done() != null
              && cycle.done().event().getEvent() instanceof Committed committed) {
            costs.add(id.shard(), cycle, committed);
          }
        });
  }

  /** Returns true if the turn's report is one on a cycle that was assigned. */
  boolean isOfCycle(long turn) {
    return ofCycles.contains(turn);
  }
}
