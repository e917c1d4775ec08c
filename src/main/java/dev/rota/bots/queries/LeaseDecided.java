package dev.rota.bots.queries;

import dev.rota.bots.model.BinMatch;
import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsFact.LeaseEnded;
import dev.rota.bots.model.BotsFact.LeaseStarted;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobBin;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.model.QuotaRow;
import dev.rota.bots.rules.BotBarrier;
import dev.rota.bots.rules.EvictionProspect;
import dev.rota.bots.rules.EvictionProspect.Candidacy;
import dev.rota.bots.rules.JobBarrier;
import dev.rota.bots.rules.QuotaTier;
import dev.rota.bots.values.BotsReason;
import dev.rota.bots.values.LeaseEnd;
import dev.rota.bots.values.MatchStrategy;
import dev.rota.kernel.domain.DecimalText;
import dev.rota.kernel.domain.Why.Candidate;
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

  /** Why the job gets a bot now. */
  CitedReason cause() {
    String why =
        switch (lease.reason()) {
          case PRIORITY -> "it is the first by priority (" + job().priority() + ")";
          case AGE -> "it is the oldest, queued at " + SentenceParts.at(job().queuedAt());
          case BELOW_MINIMUM -> QuotaPhrases.belowMinimum(quota());
          case BELOW_MAXIMUM -> QuotaPhrases.belowMaximum(quota());
          case FETCHED -> "the bot takes it along when it synchronises";
          default -> throw new IllegalArgumentException("no lease begins by " + lease.reason());
        };
    return new CitedReason(why, lease.rule());
  }

  private QuotaRow quota() {
    JobBin bin = before.board().asBin(JobBin.Key.of(job().spec()));
    return QuotaTier.opening(before, bin, lease.cohort(), lease.reason());
  }

  /** As {@code cause}, of who loses the place and why. */
  CitedReason eviction() {
    Leased victim = victim();
    QuotaRow quota = before.quotas().get(evicted.cohort(), victim.job().instance());
    return new CitedReason(
        cause().why() + (quota == null ? "" : ", " + QuotaPhrases.aboveMinimum(quota)),
        lease.rule());
  }

  LeaseEnded evicted() {
    return evicted;
  }

  Leased victim() {
    return (Leased) before.job(evicted.job().name()).state();
  }

  /** The running jobs that the job looks at. */
  List<Candidacy> looked() {
    return EvictionProspect.victims(before, evicted.cohort(), job(), victim(), lease.atMillis());
  }

  List<Candidate> victims() {
    return VictimPhrases.candidates(looked(), job(), victim());
  }

  /** Who might have been evicted; else the bots, and other jobs that the bot might have got. */
  List<Candidate> candidates() {
    List<Candidate> candidates = new ArrayList<>();
    if (evicted != null) {
      candidates.addAll(victims());
      for (Bot bot : before.allBots()) {
        BotBarrier barrier = BotBarrier.waiting(before, job(), bot);
        candidates.add(BarrierPhrases.of(barrier, bot).lost(GridThings.bot(bot.name())));
      }
      return candidates;
    }
    candidates.addAll(bots());
    candidates.addAll(rivals());
    return candidates;
  }

  private List<Candidate> bots() {
    List<Candidate> bots = new ArrayList<>();
    for (Bot bot : before.allBots()) {
      if (bot.name().equals(lease.bot())) {
        bots.add(0, found().chosen(GridThings.bot(bot.name())));
      } else {
        BotBarrier barrier = BotBarrier.passedOver(before, lease, bot);
        bots.add(BarrierPhrases.of(barrier, bot).lost(GridThings.bot(bot.name())));
      }
    }
    return bots;
  }

  /** Why it is this bot. */
  CitedReason found() {
    String score = DecimalText.text(lease.score());
    return switch (lease.found()) {
      case PROACTIVE -> new CitedReason("synchronises and takes it along", "bots 9");
      case LOCALITY ->
          new CitedReason("has the job's locality hint, with a score of " + score, "bots V058");
      case CAPACITY, PREEMPTION ->
          new CitedReason("has the best score of those looked at: " + score, "bots 5");
    };
  }

  /** The first of each kind of jobs that might have got the bot, with why it did not. */
  List<Candidate> rivals() {
    List<Candidate> rivals = new ArrayList<>();
    for (BinMatch match : before.bot(lease.bot()).kind().matches()) {
      for (Job job : match.bin().heads(lease.reason() == BotsReason.AGE)) {
        CitedReason why = outdone(job);
        if (why != null) {
          rivals.add(why.lost(GridThings.job(job.name())));
        }
      }
    }
    return rivals;
  }

  /** Why a job that waits does not get the bot; null if it could not have got it. */
  CitedReason outdone(Job job) {
    JobBarrier barrier = JobBarrier.outdone(before, lease, evicted == null ? null : victim(), job);
    return barrier == null ? null : BarrierPhrases.of(barrier, job, before.bot(lease.bot()));
  }
}
