package dev.rota.shards.rules;

import dev.rota.kernel.engine.Deadline;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.engine.Step;
import dev.rota.kernel.engine.Turn;
import dev.rota.shards.model.EndCause;
import dev.rota.shards.model.ExecutionEnvironment;
import dev.rota.shards.model.PoolFact.Stood;
import dev.rota.shards.model.ServingPhase;
import dev.rota.shards.model.SessionEnd;
import dev.rota.shards.model.Shard;
import dev.rota.shards.model.ShardsDeadlineKind;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.ShardsInput;
import dev.rota.shards.model.ShardsInput.Beat;
import dev.rota.shards.model.ShardsInput.Change;
import dev.rota.shards.model.ShardsInput.Join;
import dev.rota.shards.model.ShardsInput.Leave;
import dev.rota.shards.model.ShardsInput.Report;
import dev.rota.shards.model.ShardsInput.Submit;
import dev.rota.shards.model.ShardsInput.Update;
import dev.rota.shards.model.ShardsView;
import java.util.ArrayList;
import java.util.List;

/** The engine of the shards domain. Each turn applies its input, then grants possible leases. */
public final class ShardsEngine implements Engine<ShardsView, ShardsInput, ShardsFact> {
  /** The oldest version that runs. */
  public static final int OLDEST = 2;

  public static final int NEWEST = 3;

  private final AcceptedNumbers intake;

  public ShardsEngine() {
    this(NEWEST);
  }

  /** With a version of the rules. */
  public ShardsEngine(int rules) {
    this.intake = new AcceptedNumbers(rules);
  }

  @Override
  public int rules() {
    return intake.rules();
  }

  @Override
  public List<Step<ShardsView, ShardsFact>> decide(ShardsView view, Turn<ShardsInput> turn) {
    long now = turn.atMillis();
    List<Step<ShardsView, ShardsFact>> steps = new ArrayList<>(6);
    for (Step<ShardsView, ShardsFact> step : routine(view, turn.input(), now)) {
      steps.add(step); // addAll would copy first
    }
    DispatchRoutine.addTo(steps, now);
    return steps;
  }

  private List<Step<ShardsView, ShardsFact>> routine(ShardsView view, ShardsInput input, long now) {
    return switch (input) {
      case Submit submit -> TransactionSubmitRoutine.steps(view, submit, intake, now);
      case Report report -> ReportRoutine.steps(view, report, now);
      case Beat beat -> WorkerRoutine.beat(view, beat, now);
      case Join join -> WorkerRoutine.join(view, join, intake, now);
      case Leave leave -> WorkerRoutine.leave(view, leave, now);
      case Update(ExecutionEnvironment environment) ->
          List.of(v -> List.of(EnvironmentRoutine.fact(v, environment, intake, now)));
      case Change change -> PoolPolicyRoutine.steps(view, change, now);
    };
  }

  @Override
  public Deadline nextDeadline(ShardsView view, Deadline after) {
    return view.nextDeadline(after);
  }

  @Override
  public List<Step<ShardsView, ShardsFact>> fire(ShardsView view, Deadline due) {
    long now = due.atMillis();
    List<Step<ShardsView, ShardsFact>> steps = new ArrayList<>();
    switch (due.kind()) {
      case ShardsDeadlineKind.SESSION ->
          steps.add(
              v ->
                  ShardEndings.gone(
                      v.policy(),
                      v.worker(due.id()),
                      SessionEnd.SESSION,
                      EndCause.WORKER_LOST,
                      now));
      case ShardsDeadlineKind.LEASE ->
          revoke(view.shard(due.id()), EndCause.LEASE_EXPIRED, now, steps);
      case ShardsDeadlineKind.STOP -> {
        steps.add(_ -> List.of(new Stood(ServingPhase.SHUTDOWN, false, NEVER, now)));
        view.leased().forEach(shard -> revoke(shard, EndCause.SHUTDOWN, now, steps));
      }
      default -> throw new IllegalArgumentException("no deadline is of the kind " + due.kind());
    }
    DispatchRoutine.addTo(steps, now);
    return steps;
  }

  /** Ends a lease of a live worker (F7, D4). */
  private static void revoke(
      Shard shard, EndCause cause, long now, List<Step<ShardsView, ShardsFact>> steps) {
    String worker = shard.lease().worker();
    steps.add(v -> ShardEndings.lost(v.policy(), shard, cause, now));
    steps.add(v -> ShardEndings.parted(v, worker, now));
  }
}
