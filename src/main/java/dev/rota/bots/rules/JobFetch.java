package dev.rota.bots.rules;

import dev.rota.bots.model.BinMatch;
import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsFact.LeaseStarted;
import dev.rota.bots.model.BotsView;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobBin;
import dev.rota.bots.model.JobFact.JobRetried;
import dev.rota.bots.model.QuotaRow;
import dev.rota.bots.values.BotsReason;
import dev.rota.bots.values.FetchSettings;
import dev.rota.bots.values.MatchStrategy;
import dev.rota.kernel.engine.Step;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Section 9: one call of a bot, which fetches one job per step when it synchronises. */
final class JobFetch implements Step<BotsView, BotsFact> {
  private final Bot bot;
  private final long nowMillis;

  /** Usage in the bot's cohort before the call, by instance. */
  private final Map<String, Integer> usageBefore = new TreeMap<>();

  private final Map<String, Integer> difference = new TreeMap<>();
  private final Set<String> retried = new HashSet<>();
  private int handled;
  private int fetched;

  JobFetch(BotsView before, Bot bot, long nowMillis) {
    this.bot = bot;
    this.nowMillis = nowMillis;
    for (QuotaRow quota : before.quotas().all()) {
      if (quota.bounds().cohort().equals(bot.spec().cohort())) {
        usageBefore.put(quota.bounds().instance(), quota.usage());
      }
    }
  }

  /** Records that a lease ended in this call. */
  void handled(Job job, List<BotsFact> facts) {
    handled++;
    difference.merge(job.instance(), -1, Integer::sum);
    if (facts.stream().anyMatch(JobRetried.class::isInstance)) {
      retried.add(job.name());
    }
  }

  @Override
  public List<BotsFact> decide(BotsView view) {
    FetchSettings fetching = view.policy().fetching();
    boolean more = fetching.toCapacity() || fetched < handled;
    Job job = more && bot.isFree() ? first(view, fetching) : null;
    if (job == null) {
      return List.of();
    }
    fetched++;
    difference.merge(job.instance(), 1, Integer::sum);
    return List.of(
        LeaseStarted.of(
            view.policy(),
            job,
            bot,
            MatchStrategy.PROACTIVE,
            BotsReason.FETCHED,
            nowMillis,
            "bots 9"));
  }

  private Job first(BotsView view, FetchSettings fetching) {
    Job first = null;
    for (BinMatch match : bot.kind().matches()) {
      JobBin bin = match.bin();
      if (!allowed(view, bin.key().instance(), fetching)) {
        continue;
      }
      first = earlier(first, bin.polled().firstThat(job -> isFetched(job, fetching)));
      first = earlier(first, bin.parked().firstThat(job -> isFetched(job, fetching)));
    }
    for (Job job : view.queue().resting()) {
      boolean fits =
          bot.kind().reaches(view.policy().pool(job.instance()), job.spec().needs())
              && allowed(view, job.instance(), fetching);
      if (fits && isFetched(job, fetching)) {
        first = earlier(first, job);
      }
    }
    return first;
  }

  private static Job earlier(Job one, Job other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return Job.BY_PRIORITY.compare(other, one) < 0 ? other : one;
  }

  /**
   * The literal filter fetches a job only until the instant from which the assigner may take it. A
   * job retried in this call is left to the assigner (V118).
   */
  private boolean isFetched(Job job, FetchSettings fetching) {
    return fetching.toCapacity()
        || (!retried.contains(job.name()) && isLeftToBots(job, fetching, nowMillis));
  }

  /** True unless it is the assigner's: the policy's filter of jobs to fetch. */
  private static boolean isLeftToBots(Job job, FetchSettings fetching, long nowMillis) {
    return job.scheduleAfter() >= nowMillis || (fetching.descriptive() && job.triedAt() < 0);
  }

  /**
   * Returns why a call that fetches others leaves the job. A job that is retried in the call may be
   * taken by the assigner from the instant of the call on.
   */
  static JobBarrier left(BotsView view, Job job, long nowMillis) {
    FetchSettings fetching = view.policy().fetching();
    if (fetching.toCapacity()) {
      return new JobBarrier.NoRoomToFetch(job.instance());
    }
    if (!isLeftToBots(job, fetching, nowMillis)) {
      return new JobBarrier.LeftToAssigner();
    }
    return job.tries() > 1 && job.scheduleAfter() == nowMillis
        ? new JobBarrier.Retried()
        : new JobBarrier.NoRoomToFetch(job.instance());
  }

  private boolean allowed(BotsView view, String instance, FetchSettings fetching) {
    if (usageBefore.isEmpty() || isEligible(view, instance)) {
      return true;
    }
    // The original drops the test if no instance passes it, and may then exceed the maximum (V116).
    return fetching.emptyMeansAll()
        && usageBefore.keySet().stream().noneMatch(one -> isEligible(view, one))
        && difference.values().stream().noneMatch(diff -> diff < 0);
  }

  private boolean isEligible(BotsView view, String instance) {
    if (difference.getOrDefault(instance, 0) < 0) {
      return true;
    }
    QuotaRow quota = view.quotas().get(bot.spec().cohort(), instance);
    return quota != null && usageBefore.get(instance) <= quota.bounds().max() - bot.spare();
  }
}
