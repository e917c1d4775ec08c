package dev.rota.bots;

import dev.rota.bots.BotsFact.Awoken;
import dev.rota.bots.BotsFact.Drawn;
import dev.rota.bots.BotsFact.Paused;
import dev.rota.engine.Deadline;
import dev.rota.engine.Engine;
import dev.rota.engine.Step;
import java.util.ArrayList;
import java.util.List;

/**
 * ON_INTERVAL: when the assigners iterate, section 3. An assigner that has nothing to consider
 * keeps its idle pace, which needs no turn: the instants of its iterations are reckoned from the
 * last one that had a job.
 */
final class Pace {
  private Pace() {}

  /** One iteration of each assigner, and the pause after it. */
  static List<Step<BotsView, BotsFact>> iterations(BotsView view, long nowMillis) {
    List<Step<BotsView, BotsFact>> steps = new ArrayList<>();
    steps.add(v -> List.of(new Awoken(nowMillis)));
    steps.add(v -> isDue(v, nowMillis) ? paused(v, nowMillis) : List.of());
    for (int i = 0; i < view.policy().pacing().assigners(); i++) {
      for (String cohort : assigners(view.policy())) {
        steps.add(
            v ->
                v.counters().nextIteration() > nowMillis ? facts(v, cohort, nowMillis) : List.of());
      }
    }
    return steps;
  }

  /** Their cohorts, in order; the one of PRIORITY_AGE has none. */
  private static List<String> assigners(Policy policy) {
    List<String> assigners = new ArrayList<>();
    if (policy.byCohort()) {
      policy.tenancy().cohorts().forEach(cohort -> assigners.add(cohort.name()));
    } else {
      assigners.add(null);
    }
    return assigners;
  }

  private static List<BotsFact> facts(BotsView view, String cohort, long nowMillis) {
    return iteration(view, cohort, nowMillis).facts(view);
  }

  private static Iteration iteration(BotsView view, String cohort, long nowMillis) {
    Policy policy = view.policy();
    Chance chance = new Chance.Seeded(policy.pacing().seed(), view.counters().draws());
    int percentage = policy.pacing().priorityPercentage();
    Iteration.Order order =
        percentage >= 100
            ? Iteration.Order.PRIORITY
            : percentage <= 0 ? Iteration.Order.AGE : Iteration.Order.DRAWN;
    return new Iteration(cohort, order, policy::serves, chance, nowMillis);
  }

  /** Whether any assigner would have a job to consider. */
  private static boolean hasWork(BotsView view) {
    for (String cohort : assigners(view.policy())) {
      if (iteration(view, cohort, 0).considered(view, false) != null) {
        return true;
      }
    }
    return false;
  }

  private static boolean isDue(BotsView view, long nowMillis) {
    return view.counters().nextIteration() <= nowMillis && hasWork(view);
  }

  /** After work, the busy pause; then the idle one (V014). */
  private static List<BotsFact> paused(BotsView view, long nowMillis) {
    Policy.Pacing pacing = view.policy().pacing();
    Chance chance = new Chance.Seeded(pacing.seed(), view.counters().draws());
    double idle = pause(pacing, false, chance.jitter());
    long busy = Math.max(1, (long) (idle * pacing.busyFactor()));
    return List.of(
        new Drawn(chance.taken(), nowMillis),
        new Paused(Times.plus(nowMillis, busy), Math.max(1, (long) idle), nowMillis));
  }

  /** Milliseconds. */
  static double pause(Policy.Pacing pacing, boolean busy, double jitter) {
    double pause = pacing.interval() + pacing.jitter() * jitter;
    return busy ? pause * pacing.busyFactor() : pause;
  }

  /** The next iteration is one that is still to come: none was where there was nothing to do. */
  static List<BotsFact> armed(BotsView view, long fromMillis, long nowMillis) {
    Counters counters = view.counters();
    return view.policy().onEvent() || counters.nextIteration() >= fromMillis || !hasWork(view)
        ? List.of()
        : List.of(new Paused(instant(counters, fromMillis), counters.idlePause(), nowMillis));
  }

  /** The first iteration at or after that. */
  private static long instant(Counters counters, long atMillis) {
    long next = counters.nextIteration();
    if (atMillis <= next) {
      return next;
    }
    long idle = counters.idlePause();
    long pauses = (atMillis - next + idle - 1) / idle;
    return Times.plus(next, Math.max(0, pauses * idle));
  }

  /** The next iteration that has something to do, or null. */
  static Deadline next(BotsView view) {
    if (view.policy().onEvent()) {
      return null;
    }
    long due = hasWork(view) ? view.counters().nextIteration() : Engine.NEVER;
    if (!view.queue().resting().isEmpty()) {
      long awake = view.queue().resting().first().scheduleAfter;
      due = Math.min(due, instant(view.counters(), awake));
    }
    return due == Engine.NEVER ? null : new Deadline(due, Deadlines.ITERATION, "");
  }
}
