package dev.rota.bots.rules;

import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsFact.PolicyApplied;
import dev.rota.bots.model.BotsFact.PolicyRefused;
import dev.rota.bots.model.BotsFact.RulesAdopted;
import dev.rota.bots.model.BotsInput;
import dev.rota.bots.model.BotsInput.Cancel;
import dev.rota.bots.model.BotsInput.Change;
import dev.rota.bots.model.BotsInput.Heartbeat;
import dev.rota.bots.model.BotsInput.Submit;
import dev.rota.bots.model.BotsView;
import dev.rota.bots.values.BotsInstants;
import dev.rota.bots.values.GridPolicy;
import dev.rota.bots.values.RulesVersion;
import dev.rota.kernel.engine.Deadline;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.engine.Step;
import dev.rota.kernel.engine.Turn;
import java.util.ArrayList;
import java.util.List;

/**
 * The rules of the bots: a turn applies its input, then assigns every job that can run. Here and in
 * the routines, {@code before} is the grid at the start of the turn; the {@code view} of a step
 * includes the effects of earlier steps.
 */
public final class BotsEngine implements Engine<BotsView, BotsInput, BotsFact> {
  private final RulesVersion version;

  /** The newest rules. */
  public BotsEngine() {
    this(RulesVersion.NEWEST);
  }

  public BotsEngine(RulesVersion version) {
    this.version = version;
  }

  @Override
  public int rules() {
    return version.number();
  }

  /**
   * A quota that the second rules counted from 0 counts what runs, and parked jobs back off. What
   * the rules before had for a grid without a policy stays in force: bots that are silent for
   * minutes are not lost by an upgrade.
   */
  @Override
  public List<Step<BotsView, BotsFact>> adopt(BotsView view, int before) {
    RulesVersion was = RulesVersion.of(before);
    boolean second = was.isBefore(RulesVersion.THIRD);
    if (!second && (view.hasOwnPolicy() || !was.isBefore(RulesVersion.FOURTH))) {
      return List.of();
    }
    GridPolicy policy = view.hasOwnPolicy() ? view.policy() : GridPolicy.initial(was);
    GridPolicy kept = second ? policy.saidAnew() : policy;
    return List.of(now -> List.of(new RulesAdopted(kept, now.counters().awokenAt())));
  }

  @Override
  public List<Step<BotsView, BotsFact>> decide(BotsView before, Turn<BotsInput> turn) {
    long now = turn.atMillis();
    GridDeadlines.Passed passed = new GridDeadlines.Passed(before, now, now);
    List<Step<BotsView, BotsFact>> steps = new ArrayList<>();
    routine(before, turn.input(), passed, now, steps);
    steps.add(Step.repeated(new JobAssigner(now, now)));
    steps.add(passed.waiting());
    switch (turn.input()) {
      case Submit _, Cancel _ -> {}
      case Heartbeat beat -> steps.add(UnrunnableJobs.by(before, beat.bot(), now));
      case Change _ -> steps.add(UnrunnableJobs.byPolicy(before, now));
    }
    steps.add(view -> AssignerPace.armed(view, BotsInstants.plus(now, 1), now));
    return steps;
  }

  private static void routine(
      BotsView before,
      BotsInput input,
      GridDeadlines.Passed passed,
      long now,
      List<Step<BotsView, BotsFact>> steps) {
    switch (input) {
      case Submit submit -> steps.add(view -> List.of(JobSubmitRoutine.submit(view, submit, now)));
      case Cancel(String operation) ->
          steps.add(view -> JobSubmitRoutine.cancel(view, operation, now));
      case Heartbeat beat -> steps.addAll(HeartbeatRoutine.steps(before, beat, now));
      case Change change -> {
        PolicyRefused refusal = PolicyAdmission.refusal(change, now);
        steps.addAll(
            refusal == null
                ? adopted(change.policy().knownTo(before.version()), passed, now)
                : List.of(_ -> List.of(refusal)));
      }
    }
  }

  /** Shorter limits may already have passed. What they end gets the current time. */
  private static List<Step<BotsView, BotsFact>> adopted(
      GridPolicy policy, GridDeadlines.Passed passed, long now) {
    List<Step<BotsView, BotsFact>> steps = new ArrayList<>();
    steps.add(_ -> List.of(new PolicyApplied(policy, now)));
    steps.add(passed.all());
    return steps;
  }

  @Override
  public Deadline nextDeadline(BotsView view, Deadline after) {
    return GridDeadlines.next(view, after);
  }

  @Override
  public List<Step<BotsView, BotsFact>> fire(BotsView before, Deadline due) {
    long now = due.atMillis();
    if (due.kind().equals(GridDeadlines.RETENTION)) {
      return List.of(view -> GridDeadlines.ended(view, due, now)); // frees no bot
    }
    // Other deadlines of the same instant fire later.
    GridDeadlines.Passed passed = new GridDeadlines.Passed(before, now - 1, now);
    List<Step<BotsView, BotsFact>> steps = new ArrayList<>();
    steps.add(view -> GridDeadlines.ended(view, due, now));
    if (due.kind().equals(GridDeadlines.ITERATION)) {
      steps.addAll(AssignerPace.iterations(before, now));
    }
    long evicts = due.kind().equals(GridDeadlines.PREEMPTION) ? now : now - 1;
    steps.add(Step.repeated(new JobAssigner(now, evicts)));
    steps.add(passed.waiting());
    if (due.kind().equals(GridDeadlines.BOT)) {
      steps.add(UnrunnableJobs.by(before, due.id(), now));
    }
    // Unless this was the iteration, one at the same instant may still be due.
    steps.add(view -> AssignerPace.armed(view, now, now));
    return steps;
  }
}
