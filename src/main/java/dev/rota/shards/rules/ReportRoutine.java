package dev.rota.shards.rules;

import dev.rota.kernel.engine.Step;
import dev.rota.shards.model.EndCause;
import dev.rota.shards.model.PoolFact.TransactionLost;
import dev.rota.shards.model.PoolWorker;
import dev.rota.shards.model.PooledTransaction;
import dev.rota.shards.model.Shard;
import dev.rota.shards.model.ShardFact.BlockMade;
import dev.rota.shards.model.ShardFact.Progressed;
import dev.rota.shards.model.ShardFact.ReportAccepted;
import dev.rota.shards.model.ShardFact.ReportFault;
import dev.rota.shards.model.ShardFact.ReportRefused;
import dev.rota.shards.model.ShardFact.Reported;
import dev.rota.shards.model.ShardLease;
import dev.rota.shards.model.ShardStage;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.ShardsInput.Began;
import dev.rota.shards.model.ShardsInput.Broke;
import dev.rota.shards.model.ShardsInput.Executed;
import dev.rota.shards.model.ShardsInput.GaveBack;
import dev.rota.shards.model.ShardsInput.Report;
import dev.rota.shards.model.ShardsView;
import dev.rota.shards.model.TransactionLoss;
import dev.rota.shards.model.WorkerFact.SlotFreed;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Handles a worker's report of a cycle (section 6, F2 and F3). */
final class ReportRoutine {
  private static final String AS_ASSIGNED =
      ": report with the shard, epoch and cycle of an assignment to this worker";

  private ReportRoutine() {}

  static List<Step<ShardsView, ShardsFact>> steps(ShardsView view, Report report, long nowMillis) {
    Shard shard = view.shard(report.shard());
    Fault fault = fault(shard, report);
    if (fault != null) {
      return List.of(v -> refused(v, report, fault, nowMillis));
    }
    List<Step<ShardsView, ShardsFact>> steps = new ArrayList<>(4);
    steps.add(v -> List.of(progressed(v, shard, report, nowMillis)));
    switch (report.what()) {
      case Began _ -> steps.add(_ -> List.of(accepted(report, Reported.STARTED, nowMillis)));
      case Broke broke -> {
        steps.add(_ -> broken(shard, report, broke, nowMillis));
        steps.add(v -> next(v, shard, report, nowMillis));
      }
      case Executed executed when !isNothing(executed) -> {
        steps.add(_ -> block(shard, report, executed, nowMillis));
        steps.add(v -> next(v, shard, report, nowMillis));
      }
      case Executed _, GaveBack _ -> steps.add(v -> unexecuted(v, shard, report, nowMillis));
    }
    steps.add(v -> ShardEndings.parted(v, report.worker(), nowMillis));
    return steps;
  }

  private record Fault(ReportFault reason, String detail) {}

  /** Returns why the report does not count, or null. Checks follow its fields' order (F3). */
  private static Fault fault(Shard shard, Report report) {
    if (shard == null) {
      return new Fault(
          ReportFault.UNKNOWN_SHARD, "the pool has no shard " + report.shard() + AS_ASSIGNED);
    }
    long epoch = report.epoch();
    if (epoch < 1 || epoch > shard.epoch()) {
      return new Fault(
          ReportFault.UNKNOWN_EPOCH,
          "epoch is " + epoch + ", but the shard is at epoch " + shard.epoch() + AS_ASSIGNED);
    }
    if (epoch < shard.epoch()) {
      return stale(epoch, ", the shard is at epoch " + shard.epoch());
    }
    if (!report.worker().equals(shard.lastWorker())) {
      return new Fault(
          ReportFault.WRONG_WORKER,
          "epoch " + epoch + " is a lease of worker " + shard.lastWorker() + AS_ASSIGNED);
    }
    return cycleFault(shard, report);
  }

  private static Fault stale(long epoch, String since) {
    return new Fault(
        ReportFault.STALE_EPOCH,
        "the lease of epoch " + epoch + " is over" + since + ": drop its work");
  }

  private static Fault cycleFault(Shard shard, Report report) {
    long cycle = report.cycle();
    if (cycle >= 1 && cycle <= shard.settled()) {
      return new Fault(
          ReportFault.DUPLICATE, "cycle " + cycle + " is settled: wait for the next assignment");
    }
    if (shard.stage() != ShardStage.RUNNING) {
      return stale(shard.epoch(), "");
    }
    if (cycle != shard.lease().cycle()) {
      return new Fault(
          ReportFault.UNKNOWN_CYCLE,
          "cycle is "
              + cycle
              + ", but the lease is at cycle "
              + shard.lease().cycle()
              + AS_ASSIGNED);
    }
    return report.what() instanceof Executed executed ? malformed(shard, executed) : null;
  }

  /** Checks the report against its batch (X5). */
  private static Fault malformed(Shard shard, Executed executed) {
    int count = shard.lease().count();
    int done = done(executed, count);
    if (done < 0 || done > count) {
      return new Fault(
          ReportFault.MALFORMED,
          "executed is " + done + ": expected 0 to " + count + ", the batch's size");
    }
    if (executed.failed().isEmpty()) {
      return null;
    }
    Set<String> ids = new HashSet<>();
    shard.pool().prefix(done).forEach(one -> ids.add(one.id()));
    for (String id : executed.failed()) {
      if (!ids.contains(id)) {
        return new Fault(
            ReportFault.MALFORMED,
            "failed names " + id + ", which is none of the " + done + " executed");
      }
    }
    return null;
  }

  private static int done(Executed executed, int count) {
    return executed.executed() == null ? count : executed.executed();
  }

  private static boolean isNothing(Executed executed) {
    return executed.executed() != null && executed.executed() == 0;
  }

  /** Refuses a report. A refused report of an expired lease frees its slot (F7). */
  private static List<ShardsFact> refused(
      ShardsView view, Report report, Fault fault, long nowMillis) {
    List<ShardsFact> facts = new ArrayList<>(2);
    facts.add(
        new ReportRefused(
            report.shard(),
            report.worker(),
            report.epoch(),
            report.cycle(),
            fault.reason,
            fault.detail,
            nowMillis));
    PoolWorker worker = view.worker(report.worker());
    if (worker != null
        && !worker.parked().isEmpty()
        && worker.parked().contains(new PoolWorker.Parked(report.shard(), report.epoch()))) {
      facts.add(
          new SlotFreed(
              worker.name(), worker.incarnation(), report.shard(), report.epoch(), nowMillis));
    }
    return facts;
  }

  private static Progressed progressed(
      ShardsView view, Shard shard, Report report, long nowMillis) {
    ShardLease lease = shard.lease();
    boolean starts = report.what() instanceof Began && lease.awaitsStart();
    return new Progressed(
        report.shard(),
        report.worker(),
        starts ? nowMillis : lease.since(),
        starts || lease.started(),
        view.policy().leaseUntil(nowMillis),
        view.policy().sessionUntil(nowMillis),
        nowMillis);
  }

  private static ReportAccepted accepted(Report report, Reported reported, long nowMillis) {
    return new ReportAccepted(
        report.shard(), report.worker(), report.epoch(), report.cycle(), reported, nowMillis);
  }

  /** Fails the batch unconditionally, without a retry (X2). */
  private static List<ShardsFact> broken(Shard shard, Report report, Broke broke, long nowMillis) {
    List<ShardsFact> facts = new ArrayList<>();
    facts.add(accepted(report, Reported.FAILED, nowMillis));
    facts.addAll(ShardEndings.failed(shard, broke.error(), nowMillis));
    return facts;
  }

  /** Makes a block (L5, X1, X3). */
  private static List<ShardsFact> block(
      Shard shard, Report report, Executed executed, long nowMillis) {
    Set<String> lost = new HashSet<>(executed.failed());
    List<String> included = new ArrayList<>();
    List<String> failed = new ArrayList<>(lost.size());
    for (PooledTransaction one : shard.pool().prefix(done(executed, shard.lease().count()))) {
      (!lost.isEmpty() && lost.contains(one.id()) ? failed : included).add(one.id());
    }
    List<ShardsFact> facts = new ArrayList<>(failed.size() + 1);
    facts.add(
        new BlockMade(
            shard.name(),
            shard.height() + 1,
            shard.epoch(),
            report.cycle(),
            report.worker(),
            shard.lease().environment(),
            included,
            failed,
            executed.stateRoot(),
            executed.stateDiff(),
            executed.receipts(),
            nowMillis));
    for (String id : failed) {
      String why = executed.reasons().get(id);
      facts.add(
          new TransactionLost(
              shard.name(),
              id,
              TransactionLoss.FAILED,
              why,
              shard.epoch(),
              report.cycle(),
              nowMillis));
    }
    return facts;
  }

  /** Ends the lease without removing a transaction (X4, X6). */
  private static List<ShardsFact> unexecuted(
      ShardsView view, Shard shard, Report report, long nowMillis) {
    boolean gaveBack = report.what() instanceof GaveBack;
    List<ShardsFact> facts = new ArrayList<>();
    facts.add(
        accepted(report, gaveBack ? Reported.RELEASED : Reported.NOTHING_EXECUTED, nowMillis));
    facts.addAll(
        ShardEndings.lost(
            view.policy(), shard, gaveBack ? EndCause.RELEASED : EndCause.NO_PROGRESS, nowMillis));
    return facts;
  }

  /** Ends the lease or starts its next cycle, after success or failure (W4, Q1, L4). */
  private static List<ShardsFact> next(
      ShardsView view, Shard shard, Report report, long nowMillis) {
    EndCause end =
        view.worker(report.worker()).leaving()
            ? EndCause.LEAVING
            : shard.isUsedUp(view.policy(), nowMillis)
                ? EndCause.QUANTUM
                : shard.pool().size() == 0 ? EndCause.EMPTY : null;
    return end == null
        ? List.of(DispatchRoutine.cycle(view, shard, nowMillis))
        : ShardEndings.left(shard, end, nowMillis);
  }
}
