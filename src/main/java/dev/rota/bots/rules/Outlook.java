package dev.rota.bots.rules;

import dev.rota.bots.model.Bin;
import dev.rota.bots.model.BotClass;
import dev.rota.bots.model.BotsView;
import dev.rota.bots.model.CohortShare;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.values.Fetching;
import dev.rota.bots.values.Policy;
import dev.rota.engine.Deadline;
import java.util.ArrayList;
import java.util.List;

/** What the rules see coming, for whoever asks. It decides nothing. */
public final class Outlook {
  private Outlook() {}

  /**
   * The next job for a bot.
   *
   * @param age true if it is chosen by age, false if by priority
   */
  public record Next(Job job, Tier tier, boolean age) {}

  /** Returns the job that goes first for bots of this class, free or not; null if none. */
  public static Next next(BotsView view, BotClass kind) {
    Policy policy = view.policy();
    boolean age = byAge(view);
    Placing.Candidate first = Placing.next(policy, kind, age);
    return first == null ? null : new Next(first.job(), first.tier(), age);
  }

  /** True if the next draw is for age. ON_INTERVAL, the pause is drawn before it. */
  public static boolean byAge(BotsView view) {
    Policy policy = view.policy();
    long drawn = view.counters().draws() + (policy.onEvent() ? 0 : 1);
    return Iteration.byAge(policy, new Chance.Seeded(policy.pacing().seed(), drawn));
  }

  /** Returns the first eviction if nothing else happens, or null. */
  public static Eviction eviction(BotsView view) {
    Deadline due = Preemption.next(view);
    return due == null ? null : Preemption.first(view, due.atMillis());
  }

  /** Returns the quotas whose minimum lets jobs of the bin evict others. */
  public static List<CohortShare> evictsIn(BotsView view, Bin bin) {
    List<CohortShare> shares = new ArrayList<>();
    if (view.policy().preempts() && bin.served()) {
      for (CohortShare share : bin.shares()) {
        if (Preemption.isFor(view.policy(), bin, share.cohort())) {
          shares.add(share);
        }
      }
    }
    return shares;
  }

  /** Returns why a job of that priority in the bin may not evict the lease by then, or null. */
  public static Spared spared(BotsView view, Bin bin, int priority, Leased lease, long nowMillis) {
    return Preemption.spared(view, bin, priority, lease, nowMillis);
  }

  /**
   * ON_INTERVAL: whether an assigner gives the instance's jobs to bots of this class.
   *
   * @param cohort the assigner's; null for PRIORITY_AGE
   */
  public static boolean permits(BotsView view, String cohort, String instance, BotClass kind) {
    return Iteration.permits(view, cohort, instance, kind);
  }

  /** ON_INTERVAL: whether a bot that synchronises may take the job along. */
  public static boolean isFetched(BotsView view, Job job, long nowMillis) {
    Fetching fetching = view.policy().fetching();
    return fetching.toCapacity() || Fetch.isLeftToBots(job, fetching, nowMillis);
  }

  /** Returns the next deadlines in order, of iterations and of evictions the first. */
  public static List<Deadline> deadlines(BotsView view, int limit) {
    List<Deadline> deadlines = new ArrayList<>();
    Deadline next = Deadlines.next(view, null);
    while (next != null && deadlines.size() < limit) {
      deadlines.add(next);
      next = Deadlines.next(view, next);
    }
    return deadlines;
  }

  /** ON_INTERVAL: returns the next iteration that has a job to consider, or null. */
  public static Deadline iteration(BotsView view) {
    return view.policy().onEvent() ? null : Pace.next(view);
  }
}
