package dev.rota.bots.rules;

import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsFact.Awoken;
import dev.rota.bots.model.BotsFact.Drawn;
import dev.rota.bots.model.BotsFact.Paused;
import dev.rota.bots.model.BotsView;
import dev.rota.bots.model.GridCounters;
import dev.rota.bots.model.Job;
import dev.rota.bots.values.BotsInstants;
import dev.rota.bots.values.GridPolicy;
import dev.rota.bots.values.PacingSettings;
import dev.rota.kernel.engine.Deadline;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.engine.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;

/**
 * ON_INTERVAL: when the assigners iterate, section 3. An idle assigner keeps its pace without
 * turns: its iterations are computed from the last one that had a job.
 */
public final class AssignerPace {
  /** Earlier than any instant: applies to all work except preemption. */
  private static final long ALREADY = Long.MIN_VALUE;

  private AssignerPace() {}

  /** Runs one iteration of each assigner and sets the pause after it. */
  static List<Step<BotsView, BotsFact>> iterations(BotsView before, long nowMillis) {
    List<Step<BotsView, BotsFact>> steps = new ArrayList<>();
    steps.add(_ -> List.of(new Awoken(nowMillis)));
    steps.add(view -> isDue(view, nowMillis) ? paused(view, nowMillis) : List.of());
    Round round = new Round(nowMillis);
    for (int i = 0; i < before.policy().pacing().assigners(); i++) {
      for (String cohort : assigners(before.policy())) {
        steps.add(view -> round.considered(view, cohort));
      }
    }
    steps.add(round::rolledBack);
    return steps;
  }

  /** The iterations of one instant. */
  private static final class Round {
    private final long nowMillis;
    private boolean worked;

    Round(long nowMillis) {
      this.nowMillis = nowMillis;
    }

    List<BotsFact> considered(BotsView view, String cohort) {
      if (!isPaused(view)) {
        return List.of();
      }
      List<BotsFact> facts = iteration(view, cohort, nowMillis).facts(view);
      worked |= !facts.isEmpty();
      return facts;
    }

    /** An iteration whose charge failed counts as idle, and so does the pause after it (V079). */
    List<BotsFact> rolledBack(BotsView view) {
      long idle = view.counters().idlePause();
      return worked || !isPaused(view)
          ? List.of()
          : List.of(new Paused(BotsInstants.plus(nowMillis, idle), idle, nowMillis));
    }

    private boolean isPaused(BotsView view) {
      return view.counters().nextIteration() > nowMillis;
    }
  }

  /** The assigners' cohorts in order; PRIORITY_AGE has one assigner with cohort null. */
  static List<String> assigners(GridPolicy policy) {
    List<String> assigners = new ArrayList<>();
    if (policy.byCohort()) {
      policy.tenancy().cohorts().forEach(cohort -> assigners.add(cohort.name()));
    } else {
      assigners.add(null);
    }
    return assigners;
  }

  static AssignerIteration iteration(BotsView view, String cohort, long nowMillis) {
    GridPolicy policy = view.policy();
    AssignerRandom chance =
        new AssignerRandom.Seeded(policy.pacing().seed(), view.counters().draws());
    int percentage = policy.pacing().priorityPercentage();
    AssignerIteration.Order order =
        percentage >= 100
            ? AssignerIteration.Order.PRIORITY
            : percentage <= 0 ? AssignerIteration.Order.AGE : AssignerIteration.Order.DRAWN;
    return new AssignerIteration(cohort, order, policy::serves, chance, nowMillis);
  }

  /** When an assigner next has a job to consider, epoch ms; {@link Engine#NEVER} if never. */
  static long workFrom(BotsView view) {
    return view.workFrom().orElse(() -> search(view));
  }

  private static long search(BotsView view) {
    for (String cohort : assigners(view.policy())) {
      if (iteration(view, cohort, ALREADY).considered(view, false) != null) {
        return ALREADY;
      }
    }
    SortedSet<Job> resting = view.queue().resting();
    long awake = resting.isEmpty() ? Engine.NEVER : resting.first().scheduleAfter();
    Deadline eviction = Preemption.next(view);
    return Math.min(awake, eviction == null ? Engine.NEVER : eviction.atMillis());
  }

  private static boolean isDue(BotsView view, long nowMillis) {
    return view.counters().nextIteration() <= nowMillis && workFrom(view) <= nowMillis;
  }

  /** The busy pause follows work; idle pauses follow it (V014). */
  private static List<BotsFact> paused(BotsView view, long nowMillis) {
    PacingSettings pacing = view.policy().pacing();
    AssignerRandom chance = new AssignerRandom.Seeded(pacing.seed(), view.counters().draws());
    double idle = pause(pacing, false, chance.jitter());
    long busy = Math.max(1, (long) (idle * pacing.busyFactor()));
    return List.of(
        new Drawn(chance.taken(), nowMillis),
        new Paused(BotsInstants.plus(nowMillis, busy), Math.max(1, (long) idle), nowMillis));
  }

  /** Returns a pause in milliseconds. */
  public static double pause(PacingSettings pacing, boolean busy, double jitter) {
    double pause = pacing.interval() + pacing.jitter() * jitter;
    return busy ? pause * pacing.busyFactor() : pause;
  }

  /** Moves the next iteration into the future, because idle iterations take no turns. */
  static List<BotsFact> armed(BotsView view, long fromMillis, long nowMillis) {
    GridCounters counters = view.counters();
    if (view.policy().onEvent() || counters.nextIteration() >= fromMillis) {
      return List.of();
    }
    Deadline next = next(view);
    return next == null || next.atMillis() >= fromMillis
        ? List.of()
        : List.of(new Paused(instant(counters, fromMillis), counters.idlePause(), nowMillis));
  }

  /** Returns the first iteration at or after the instant. */
  static long instant(GridCounters counters, long atMillis) {
    long next = counters.nextIteration();
    if (atMillis <= next) {
      return next;
    }
    long idle = counters.idlePause();
    long passed = (atMillis - next - 1) / idle * idle;
    return BotsInstants.plus(next + passed, idle);
  }

  /** ON_INTERVAL: the next iteration with a job to consider, or null. */
  static Deadline next(BotsView view) {
    long from = workFrom(view);
    return from == Engine.NEVER
        ? null
        : new Deadline(instant(view.counters(), from), GridDeadlines.ITERATION, "");
  }
}
