package dev.rota.bots.queries;

import dev.rota.bots.model.Bin;
import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsFact.LeaseEnded;
import dev.rota.bots.model.BotsFact.LeaseStarted;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.model.QuotaRow;
import dev.rota.bots.rules.Tier;
import dev.rota.bots.values.LeaseEnd;
import dev.rota.bots.values.MatchStrategy;
import dev.rota.domain.Why.Candidate;
import java.util.ArrayList;
import java.util.List;

/** Why a lease began, or ended by an eviction, as the step's view shows it. */
final class LeaseDecided {
  private final BotsState before;
  private final LeaseStarted lease;
  private final LeaseEnded evicted;

  /**
   * Reads a lease that a step decided.
   *
   * @param facts all of the step: an eviction is in it
   */
  LeaseDecided(BotsState before, LeaseStarted lease, List<BotsFact> facts) {
    this.before = before;
    this.lease = lease;
    this.evicted = lease.found() == MatchStrategy.PREEMPTION ? evicted(facts) : null;
  }

  /** Returns the lease for which another was evicted in this step. */
  static LeaseDecided after(BotsState before, LeaseEnded evicted, List<BotsFact> facts) {
    for (BotsFact fact : facts) {
      if (fact instanceof LeaseStarted lease && lease.bot().equals(evicted.bot())) {
        return new LeaseDecided(before, lease, facts);
      }
    }
    throw new IllegalStateException("nobody takes the place of job " + evicted.job().name());
  }

  private static LeaseEnded evicted(List<BotsFact> facts) {
    for (BotsFact fact : facts) {
      if (fact instanceof LeaseEnded ended && ended.ending() == LeaseEnd.EVICTED) {
        return ended;
      }
    }
    throw new IllegalStateException("nobody is evicted");
  }

  LeaseStarted lease() {
    return lease;
  }

  /** The job, which still waits. */
  Job job() {
    return before.job(lease.job().name());
  }

  Bin bin() {
    return Fit.bin(before, job());
  }

  /** Why the job gets a bot now. */
  Because cause() {
    String why =
        switch (lease.reason()) {
          case PRIORITY -> "it is the first by priority (" + job().priority() + ")";
          case AGE -> "it is the oldest, queued at " + Phrases.at(job().queuedAt());
          case BELOW_MINIMUM -> QuotaPhrases.belowMinimum(quota(Tier.FIRST));
          case BELOW_MAXIMUM -> QuotaPhrases.belowMaximum(quota(Tier.SECOND));
          default -> "the bot takes it along when it synchronises";
        };
    return new Because(why, lease.rule());
  }

  /** The quota of the bot's cohort, or for a bot of none that of a cohort with the label. */
  private QuotaRow quota(Tier tier) {
    QuotaRow charged = before.quotas().get(lease.cohort(), lease.job().instance());
    return charged == null ? Fit.open(bin(), tier) : charged;
  }

  /** As {@code cause}, of who loses the place and why. */
  Because eviction() {
    Leased victim = victim();
    QuotaRow quota = before.quotas().get(evicted.cohort(), victim.job().instance());
    return new Because(
        cause().why() + (quota == null ? "" : ", " + QuotaPhrases.aboveMinimum(quota)),
        lease.rule());
  }

  LeaseEnded evicted() {
    return evicted;
  }

  Leased victim() {
    return (Leased) before.job(evicted.job().name()).state();
  }

  /** The running jobs that might have been evicted. */
  List<Candidate> victims() {
    return Victims.of(before, evicted.cohort(), bin(), job(), victim(), lease.atMillis());
  }

  /** Who might have been evicted; else the bots, and other jobs that the bot might have got. */
  List<Candidate> candidates() {
    List<Candidate> candidates = new ArrayList<>();
    if (evicted != null) {
      candidates.addAll(victims());
      candidates.addAll(Fit.bots(before, job()));
      return candidates;
    }
    candidates.addAll(bots());
    candidates.addAll(rivals().all());
    return candidates;
  }

  Rivals rivals() {
    return new Rivals(before, lease, evicted == null ? null : victim());
  }

  private List<Candidate> bots() {
    List<Candidate> bots = new ArrayList<>();
    BotChoice choice = new BotChoice(before, lease, bin());
    for (Bot bot : before.allBots()) {
      if (bot.name().equals(lease.bot())) {
        bots.add(0, choice.chosen().chosen(Kinds.bot(bot.name())));
      } else {
        bots.add(choice.why(bot).lost(Kinds.bot(bot.name())));
      }
    }
    return bots;
  }
}
