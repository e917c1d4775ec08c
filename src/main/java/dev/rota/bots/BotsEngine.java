package dev.rota.bots;

import dev.rota.bots.BotsFact.Awoken;
import dev.rota.bots.BotsFact.PolicyApplied;
import dev.rota.bots.BotsFact.PolicyRefused;
import dev.rota.bots.BotsInput.Cancel;
import dev.rota.bots.BotsInput.Change;
import dev.rota.bots.BotsInput.Heartbeat;
import dev.rota.bots.BotsInput.Submit;
import dev.rota.engine.Engine;
import dev.rota.engine.Step;
import dev.rota.engine.Turn;
import java.util.ArrayList;
import java.util.List;

/** The rules of the bots: what an input changes, and then whatever can run does. */
public final class BotsEngine implements Engine<BotsView, BotsInput, BotsFact> {
  static final int RULES = 1;

  @Override
  public int rules() {
    return RULES;
  }

  @Override
  public List<Step<BotsView, BotsFact>> decide(BotsView view, Turn<BotsInput> turn) {
    long now = turn.atMillis();
    List<Step<BotsView, BotsFact>> steps = new ArrayList<>(routine(view, turn.input(), now));
    steps.add(Step.repeated(new Placing(now)));
    steps.addAll(atTheEnd(now));
    return steps;
  }

  private static List<Step<BotsView, BotsFact>> routine(BotsView view, BotsInput input, long now) {
    if (input instanceof Submit submit) {
      return List.of(v -> List.of(SubmitRoutine.submit(v, submit, now)));
    }
    if (input instanceof Cancel cancel) {
      return List.of(v -> SubmitRoutine.cancel(v, cancel.operation(), now));
    }
    if (input instanceof Heartbeat beat) {
      return HeartbeatRoutine.steps(view, beat, now);
    }
    Change change = (Change) input;
    PolicyRefused refusal = Admission.refusal(change, now);
    return refusal == null ? adopted(change.policy(), now) : List.of(v -> List.of(refusal));
  }

  /** Shorter limits may have passed already: what they end does so now, not back then. */
  private static List<Step<BotsView, BotsFact>> adopted(Policy policy, long now) {
    List<Step<BotsView, BotsFact>> steps = new ArrayList<>();
    steps.add(v -> List.of(new PolicyApplied(policy, now)));
    steps.add(v -> v.queue().resting().isEmpty() ? List.of() : List.of(new Awoken(now)));
    steps.addAll(Deadlines.passed(now));
    return steps;
  }

  @Override
  public long nextDeadline(BotsView view) {
    return Deadlines.next(view);
  }

  @Override
  public List<Step<BotsView, BotsFact>> fire(BotsView view, long deadlineMillis) {
    List<Step<BotsView, BotsFact>> steps = new ArrayList<>(Deadlines.passed(deadlineMillis));
    if (view.policy().onEvent()) {
      steps.add(Step.repeated(new Placing(deadlineMillis)));
    } else {
      steps.addAll(Pace.iterations(view, deadlineMillis));
    }
    steps.addAll(atTheEnd(deadlineMillis));
    return steps;
  }

  /** Nothing that is due is left: a job that waits again may have waited too long already. */
  private static List<Step<BotsView, BotsFact>> atTheEnd(long now) {
    return List.of(v -> Deadlines.waitedTooLong(v, now), v -> Pace.armed(v, now));
  }
}
