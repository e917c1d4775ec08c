package dev.rota.shards.rules;

import dev.rota.kernel.domain.NameCheck;
import dev.rota.kernel.engine.Step;
import dev.rota.shards.model.EndCause;
import dev.rota.shards.model.PoolWorker;
import dev.rota.shards.model.SessionEnd;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.ShardsInput.Beat;
import dev.rota.shards.model.ShardsInput.Join;
import dev.rota.shards.model.ShardsInput.Leave;
import dev.rota.shards.model.ShardsView;
import dev.rota.shards.model.WorkerFact.WorkerCame;
import dev.rota.shards.model.WorkerFact.WorkerFault;
import dev.rota.shards.model.WorkerFact.WorkerHeard;
import dev.rota.shards.model.WorkerFact.WorkerLeaves;
import dev.rota.shards.model.WorkerFact.WorkerRefused;
import java.util.ArrayList;
import java.util.List;

/** Handles workers that join, send heartbeats and leave (section 7). */
final class WorkerRoutine {
  private static final int SLOTS_MAX = 1000;

  private WorkerRoutine() {}

  static List<Step<ShardsView, ShardsFact>> join(
      ShardsView view, Join join, AcceptedNumbers intake, long nowMillis) {
    String name = join.worker();
    long incarnation = join.incarnation();
    String wrong = NameCheck.wrong("worker", name);
    if (wrong != null) {
      return refused(
          name, incarnation, WorkerFault.INVALID_ARGUMENT, wrong, nowMillis, "shards W1");
    }
    String beyond = intake.wrongIncarnation(incarnation);
    if (beyond == null && (join.slots() < 1 || join.slots() > SLOTS_MAX)) {
      beyond = "slots is " + join.slots() + ": expected 1 to " + SLOTS_MAX;
    }
    if (beyond != null) {
      return refused(name, incarnation, WorkerFault.OUT_OF_RANGE, beyond, nowMillis, "shards W1");
    }
    PoolWorker live = view.worker(name);
    if (live != null && incarnation < live.incarnation()) {
      return stale(live, incarnation, nowMillis);
    }
    if (live != null && incarnation == live.incarnation()) {
      return heard(view, live, true, nowMillis);
    }
    List<Step<ShardsView, ShardsFact>> steps = new ArrayList<>(2);
    if (live != null) {
      steps.add(
          v ->
              ShardEndings.gone(
                  v.policy(), live, SessionEnd.SUPERSEDED, EndCause.SUPERSEDED, nowMillis));
    }
    long until = view.policy().sessionUntil(nowMillis);
    steps.add(_ -> List.of(new WorkerCame(name, incarnation, join.slots(), until, nowMillis)));
    return steps;
  }

  static List<Step<ShardsView, ShardsFact>> beat(ShardsView view, Beat beat, long nowMillis) {
    PoolWorker live = view.worker(beat.worker());
    return isLive(live, beat.incarnation())
        ? heard(view, live, view.policy().beatsAnswered(), nowMillis)
        : fenced(live, beat.worker(), beat.incarnation(), nowMillis);
  }

  static List<Step<ShardsView, ShardsFact>> leave(ShardsView view, Leave leave, long nowMillis) {
    PoolWorker live = view.worker(leave.worker());
    if (!isLive(live, leave.incarnation())) {
      return fenced(live, leave.worker(), leave.incarnation(), nowMillis);
    }
    long until = view.policy().sessionUntil(nowMillis);
    return List.of(
        _ -> List.of(new WorkerLeaves(live.name(), live.incarnation(), until, nowMillis)),
        v -> ShardEndings.parted(v, live.name(), nowMillis));
  }

  private static boolean isLive(PoolWorker worker, long incarnation) {
    return worker != null && worker.incarnation() == incarnation;
  }

  /** Renews the worker's session (F6). */
  private static List<Step<ShardsView, ShardsFact>> heard(
      ShardsView view, PoolWorker live, boolean told, long nowMillis) {
    long until = view.policy().sessionUntil(nowMillis);
    return List.of(
        _ -> List.of(new WorkerHeard(live.name(), live.incarnation(), until, told, nowMillis)));
  }

  private static List<Step<ShardsView, ShardsFact>> fenced(
      PoolWorker live, String name, long incarnation, long nowMillis) {
    if (live != null && incarnation < live.incarnation()) {
      return stale(live, incarnation, nowMillis);
    }
    String detail =
        "no worker " + name + " is in the pool with incarnation " + incarnation + ": join first";
    return refused(name, incarnation, WorkerFault.UNKNOWN_WORKER, detail, nowMillis, "shards F6");
  }

  /** Refuses an older incarnation (F5). */
  private static List<Step<ShardsView, ShardsFact>> stale(
      PoolWorker live, long incarnation, long nowMillis) {
    String detail =
        "incarnation is "
            + incarnation
            + ", but "
            + live.incarnation()
            + " has joined since: stop, or join with a higher one";
    return refused(
        live.name(), incarnation, WorkerFault.STALE_INCARNATION, detail, nowMillis, "shards F5");
  }

  private static List<Step<ShardsView, ShardsFact>> refused(
      String name,
      long incarnation,
      WorkerFault reason,
      String detail,
      long nowMillis,
      String rule) {
    return List.of(
        _ -> List.of(new WorkerRefused(name, incarnation, reason, detail, nowMillis, rule)));
  }
}
