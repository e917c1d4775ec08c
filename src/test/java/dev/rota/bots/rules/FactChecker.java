package dev.rota.bots.rules;

import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsFact.LeaseEnded;
import dev.rota.bots.model.BotsFact.LeaseStarted;
import dev.rota.bots.model.BotsFact.PolicyApplied;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobFact.JobEnded;
import dev.rota.bots.model.JobFact.JobRetried;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.model.QuotaRow;
import dev.rota.bots.values.BotHealth;
import dev.rota.bots.values.BotsReason;
import dev.rota.bots.values.JobSpec;
import dev.rota.bots.values.LeaseEnd;
import dev.rota.bots.values.MatchStrategy;
import dev.rota.bots.values.PreemptionSettings;
import dev.rota.bots.values.QuotaBounds;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Applies facts, one by one, and says which of them may not be where it is: bounds that a state
 * alone cannot be held to, since a heartbeat or a policy may lower them at any time.
 */
final class FactChecker {
  private final BotsState state;

  /** By cohort and instance, from the facts alone. */
  private final Map<String, Integer> usage = new TreeMap<>();

  /** All leases, whether there is a quota or not. */
  private final Map<String, Integer> running = new TreeMap<>();

  /** Usage, before the input that is being decided. */
  private Map<String, Integer> before = Map.of();

  private final Map<String, Integer> met = new TreeMap<>();
  private BotsFact last;

  FactChecker(BotsState state) {
    this.state = state;
    state.quotas().all().forEach(quota -> usage.put(key(quota.bounds()), quota.usage()));
    for (Leased lease : state.leases().byStart().all()) {
      running.merge(key(lease.bot().spec().cohort(), lease.job()), 1, Integer::sum);
    }
    inputComes();
  }

  private static String key(String cohort, Job job) {
    return cohort + "/" + job.instance();
  }

  private static String key(QuotaBounds bounds) {
    return bounds.cohort() + "/" + bounds.instance();
  }

  void inputComes() {
    before = new TreeMap<>(usage);
  }

  /** How often each bound was reached, and held. */
  Map<String, Integer> met() {
    return met;
  }

  private void met(String bound) {
    met.merge(bound, 1, Integer::sum);
  }

  /** Applies the fact and says what is wrong about it, or nothing. */
  Optional<String> broken(BotsFact fact) {
    String wrong = fact instanceof JobEnded ended ? endedEarly(ended) : null;
    Leased held = fact instanceof LeaseEnded lease ? lease(lease.job()) : null;
    fact.applyTo(state);
    account(fact);
    if (fact instanceof LeaseStarted lease) {
      wrong = started(lease);
    } else if (fact instanceof LeaseEnded lease && lease.ending() == LeaseEnd.EVICTED) {
      wrong = evicted(lease, held.startedAt());
    } else if (fact instanceof JobRetried retried) {
      wrong = retried(retried);
    }
    last = fact;
    return Optional.ofNullable(wrong == null ? miscounted() : wrong);
  }

  private Leased lease(JobSpec job) {
    return (Leased) state.job(job.name()).state();
  }

  /** Section 4, in this class's own words. */
  private void account(BotsFact fact) {
    if (fact instanceof LeaseStarted lease) {
      running.merge(lease.cohort() + "/" + lease.job().instance(), 1, Integer::sum);
      usage.computeIfPresent(lease.cohort() + "/" + lease.job().instance(), (_, was) -> was + 1);
    } else if (fact instanceof LeaseEnded lease) {
      running.merge(lease.cohort() + "/" + lease.job().instance(), -1, Integer::sum);
      usage.computeIfPresent(
          lease.cohort() + "/" + lease.job().instance(), (_, was) -> Math.max(0, was - 1));
    } else if (fact instanceof PolicyApplied applied) {
      Map<String, Integer> kept = new TreeMap<>();
      for (QuotaBounds bounds : applied.policy().tenancy().quotas()) {
        int runs = running.getOrDefault(key(bounds), 0);
        kept.put(key(bounds), usage.getOrDefault(key(bounds), runs));
      }
      usage.clear();
      usage.putAll(kept);
    }
  }

  private String miscounted() {
    Map<String, Integer> counted = new TreeMap<>();
    state.quotas().all().forEach(quota -> counted.put(key(quota.bounds()), quota.usage()));
    return counted.equals(usage) ? null : "usage is " + counted + ", by its leases " + usage;
  }

  private String started(LeaseStarted lease) {
    Bot bot = state.bot(lease.bot());
    String which = "job " + lease.job().name() + " starts on bot " + bot.name();
    if (bot.profile().health() != BotHealth.OK) {
      return which + ", which is " + bot.profile().health();
    }
    // A bot may have shrunk: who takes another's place takes no more than that (section 7).
    boolean inItsPlace =
        lease.found() == MatchStrategy.PREEMPTION
            && last instanceof LeaseEnded evicted
            && evicted.ending() == LeaseEnd.EVICTED
            && evicted.bot().equals(lease.bot());
    if (bot.held().size() > bot.profile().capacity() && !inItsPlace) {
      return which + ", which holds " + bot.held().size() + " of " + bot.profile().capacity();
    }
    met(bot.held().size() == bot.profile().capacity() ? "capacity" : "below capacity");
    return overMaximum(lease, which);
  }

  private String overMaximum(LeaseStarted lease, String which) {
    QuotaRow quota = state.quotas().get(lease.cohort(), lease.job().instance());
    if (quota == null) {
      return null;
    }
    boolean fetched = lease.found() == MatchStrategy.PROACTIVE;
    if (fetched && state.policy().fetching().emptyMeansAll()) {
      return null; // the original's quirk (V116)
    }
    // What this very call has given back may be fetched again, whatever the maximum is by now.
    int most = fetched ? before.getOrDefault(key(quota.bounds()), 0) : 0;
    if (quota.usage() > Math.max(most, quota.bounds().max())) {
      return which + ": usage " + quota.usage() + " of at most " + quota.bounds().max();
    }
    met(quota.usage() == quota.bounds().max() ? "maximum" : "below maximum");
    return null;
  }

  private String evicted(LeaseEnded lease, long startedAt) {
    Job victim = state.job(lease.job().name());
    PreemptionSettings rules = state.policy().preempting();
    QuotaRow quota = state.quotas().get(lease.cohort(), victim.instance());
    if (victim.evictions() > rules.maxEvictions()) {
      return victim.name() + " is evicted " + victim.evictions() + " times";
    }
    if (quota == null || quota.usage() < quota.bounds().min()) {
      return victim.name() + " is evicted from below its instance's minimum";
    }
    if (lease.atMillis() - startedAt < rules.minimumRun()) {
      return victim.name() + " is evicted after " + (lease.atMillis() - startedAt) + " ms";
    }
    met(victim.evictions() == rules.maxEvictions() ? "evictions" : "below evictions");
    return null;
  }

  private String retried(JobRetried retried) {
    Job job = state.job(retried.job());
    int most = state.policy().limits().maxAttempts();
    if (job.tries() > most) {
      return job.name() + " is tried " + job.tries() + " times of at most " + most;
    }
    met(job.tries() == most ? "attempts" : "below attempts");
    return null;
  }

  private String endedEarly(JobEnded ended) {
    Job job = state.job(ended.job());
    boolean failed =
        ended.reason() == BotsReason.RETRIES_EXHAUSTED
            || (ended.reason() == null
                && ended.over().code() != null
                && ended.over().code().isTransient());
    return failed && job.tries() < state.policy().limits().maxAttempts()
        ? job.name() + " is given up after " + job.tries() + " tries"
        : null;
  }
}
