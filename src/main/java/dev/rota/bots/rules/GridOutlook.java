package dev.rota.bots.rules;

import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsFact.LeaseEnded;
import dev.rota.bots.model.BotsFact.LeaseStarted;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.BotsView;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobBin;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.model.JobState.Over;
import dev.rota.bots.model.QuotaRow;
import dev.rota.bots.values.BotsInstants;
import dev.rota.bots.values.BotsReason;
import dev.rota.bots.values.GridLimits;
import dev.rota.bots.values.GridPolicy;
import dev.rota.bots.values.LeaseEnd;
import dev.rota.kernel.engine.Deadline;
import dev.rota.kernel.engine.Engine;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** What the rules see coming, for whoever asks. It decides nothing. */
public final class GridOutlook {
  private GridOutlook() {}

  /**
   * The next job that a bot gets if nothing else happens.
   *
   * @param atMillis epoch ms of the iteration; null: at once, when the bot has a free slot
   * @param quota that lets the job run now; null if only the end of a lease does
   */
  public record Coming(Job job, BotsReason reason, Long atMillis, QuotaRow quota) {}

  /**
   * Returns the next job that the bot gets, or null. A full bot ends its oldest lease well before.
   * The rules decide it on a copy.
   */
  public static Coming coming(BotsState state, Bot bot) {
    if (!bot.isHealthy()) {
      return null;
    }
    GridPreview preview = new GridPreview(state);
    Predicate<BotsFact> gets =
        fact -> fact instanceof LeaseStarted lease && lease.bot().equals(bot.name());
    List<BotsFact> facts = bot.isFree() ? List.of() : preview.freed(bot.name());
    boolean atOnce = facts.stream().anyMatch(gets);
    if (!atOnce && !state.policy().onEvent()) {
      facts = preview.until(gets);
    }
    for (BotsFact fact : facts) {
      if (gets.test(fact)) {
        LeaseStarted lease = (LeaseStarted) fact;
        Job job = state.job(lease.job().name());
        JobBin bin = state.board().asBin(JobBin.Key.of(job.spec()));
        QuotaRow quota = QuotaTier.opening(state, bin, bot.spec().cohort(), lease.reason());
        return new Coming(job, lease.reason(), atOnce ? null : lease.atMillis(), quota);
      }
    }
    return null;
  }

  /** True if the next draw is for age. ON_INTERVAL, the pause is drawn before it. */
  public static boolean byAge(BotsView view) {
    GridPolicy policy = view.policy();
    long drawn = view.counters().draws() + (policy.onEvent() ? 0 : 1);
    return AssignerIteration.byAge(
        policy, new AssignerRandom.Seeded(policy.pacing().seed(), drawn));
  }

  /** Returns the first eviction if nothing else happens, or null. */
  public static JobEviction eviction(BotsState state) {
    if (state.policy().onEvent()) {
      Deadline due = Preemption.next(state);
      return due == null ? null : Preemption.first(state, due.atMillis());
    }
    boolean never = !state.policy().preempts() || state.quotas().nobodyIsBelowMinimum();
    return never ? null : evictionOfIteration(state);
  }

  /** ON_INTERVAL, a job evicts in an iteration only, and backs off between them. */
  private static JobEviction evictionOfIteration(BotsState state) {
    List<BotsFact> facts = new GridPreview(state).until(GridOutlook::isEviction);
    for (int i = 0; i + 1 < facts.size(); i++) {
      if (isEviction(facts.get(i)) && facts.get(i + 1) instanceof LeaseStarted takes) {
        LeaseEnded evicted = (LeaseEnded) facts.get(i);
        Job victim = state.job(evicted.job().name());
        Leased lease =
            victim.state() instanceof Leased runs
                ? runs
                : new Leased(victim, state.bot(takes.bot()), evicted.found(), takes.atMillis());
        Job job = state.job(takes.job().name());
        return new JobEviction(job, lease, evicted.cohort(), evicted.atMillis());
      }
    }
    return null;
  }

  private static boolean isEviction(BotsFact fact) {
    return fact instanceof LeaseEnded lease && lease.ending() == LeaseEnd.EVICTED;
  }

  /** Returns the next deadlines in order, of iterations and of evictions the first. */
  public static List<Deadline> deadlines(BotsView view, int limit) {
    List<Deadline> deadlines = new ArrayList<>();
    Deadline next = GridDeadlines.next(view, null);
    while (next != null && deadlines.size() < limit) {
      deadlines.add(next);
      next = GridDeadlines.next(view, next);
    }
    return deadlines;
  }

  /** Epoch ms at which a lease ends at the latest. */
  public static long executionEnds(BotsView view, Leased lease) {
    return BotsInstants.plus(lease.startedAt(), view.policy().limits().execution());
  }

  /** Epoch ms at which the name of a job that is over is free. */
  public static long nameFree(BotsView view, Over over) {
    return over.completedAt() < 0
        ? Engine.NEVER
        : BotsInstants.plus(over.completedAt(), view.policy().limits().retention());
  }

  /** Epoch ms behind which a job that waits is given up (V135); NEVER without a limit. */
  public static long givenUpBehind(BotsView view, Job job) {
    long limit = view.policy().limits().queueAge();
    return limit == GridLimits.NONE ? Engine.NEVER : BotsInstants.plus(job.queuedAt(), limit);
  }

  /** ON_INTERVAL: returns the next iteration that has a job to consider, or null. */
  public static Deadline iteration(BotsView view) {
    return view.policy().onEvent() ? null : AssignerPace.next(view);
  }
}
