package dev.rota.bots.queries;

import dev.rota.bots.model.Bin;
import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsFact.LeaseStarted;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.CohortShare;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.model.JobState.Queued;
import dev.rota.bots.model.Match;
import dev.rota.bots.model.QuotaRow;
import dev.rota.bots.rules.Outlook;
import dev.rota.bots.rules.Tier;
import dev.rota.bots.values.MatchStrategy;
import dev.rota.bots.values.Reason;
import dev.rota.domain.Why.Candidate;
import java.util.ArrayList;
import java.util.List;

/** Jobs that waited for a bot when another job got it. */
final class Rivals {
  private final BotsState before;
  private final LeaseStarted lease;
  private final Leased victim;
  private final Job winner;
  private final Bot bot;

  /**
   * Reads the step's view.
   *
   * @param victim whose place the job took; null if none
   */
  Rivals(BotsState before, LeaseStarted lease, Leased victim) {
    this.before = before;
    this.lease = lease;
    this.victim = victim;
    this.winner = before.job(lease.job().name());
    this.bot = before.bot(lease.bot());
  }

  /** The first jobs of the bin: those alike behind them are never looked at before them. */
  static List<Job> heads(Bin bin, boolean age) {
    List<Job> heads = new ArrayList<>(2);
    if (!bin.polled().isEmpty()) {
      heads.add(bin.polled().first(age));
    }
    if (!bin.parked().isEmpty()) {
      heads.add(bin.parked().first(age));
    }
    return heads;
  }

  /** Returns the first of each kind of jobs that might have got the bot, with why it did not. */
  List<Candidate> all() {
    List<Candidate> rivals = new ArrayList<>();
    for (Match match : bot.kind().matches()) {
      for (Job job : heads(match.bin(), lease.reason() == Reason.AGE)) {
        Because why = why(job);
        if (why != null) {
          rivals.add(why.lost(Kinds.job(job.name())));
        }
      }
    }
    return rivals;
  }

  /** Returns why the job did not get the bot; null if it could not have got it anyway. */
  Because why(Job job) {
    if (job == winner || !(job.state() instanceof Queued queued) || queued.resting()) {
      return null;
    }
    Match match = Fit.match(queued.bin(), bot.kind());
    if (match == null) {
      return null;
    }
    if (victim != null) {
      return evicts(queued.bin(), job);
    }
    if (lease.found() == MatchStrategy.PROACTIVE) {
      return fetched(job);
    }
    Tier tier = tier(match);
    return tier == Tier.CLOSED ? null : first(job, tier);
  }

  /** The pass in which the job might have got the bot. */
  private Tier tier(Match match) {
    if (before.policy().onEvent()) {
      return Tier.of(before.policy(), match);
    }
    String cohort = before.policy().byCohort() ? lease.cohort() : null;
    boolean permitted = Outlook.permits(before, cohort, match.bin().key().instance(), bot.kind());
    if (!permitted || !match.bin().served()) {
      return Tier.CLOSED;
    }
    return before.policy().byCohort() ? Tier.of(match.bin().quota(lease.cohort())) : Tier.FIRST;
  }

  private Because first(Job job, Tier tier) {
    Tier winners = lease.reason() == Reason.BELOW_MAXIMUM ? Tier.SECOND : Tier.FIRST;
    boolean age = lease.reason() == Reason.AGE;
    int byTier = winners.compareTo(tier);
    if (byTier < 0 || (byTier == 0 && Job.order(age).compare(winner, job) < 0)) {
      return Precedence.of(winner, winners, job, tier, age);
    }
    return considered();
  }

  private Because considered() {
    return new Because(winner.name() + " is the one job that the iteration considered", "bots 3");
  }

  private Because evicts(Bin bin, Job job) {
    QuotaRow quota = null;
    for (CohortShare share : Outlook.evictsIn(before, bin)) {
      quota = share.cohort().equals(lease.cohort()) ? share.quota() : quota;
    }
    if (quota == null) {
      return null; // nobody of this cohort makes room for it
    }
    if (!quota.isBelowMinimum()) {
      return new Because(QuotaPhrases.notBelowMinimum(quota), Victims.RULE);
    }
    long from = before.policy().preempting().from(job.queuedAt());
    if (from > lease.atMillis()) {
      return new Because("may evict from " + Phrases.at(from) + " on only", "bots D1");
    }
    if (!bin.key().needs().equals(victim.job().spec().needs())) {
      return new Because("does not need what " + victim.job().name() + " needs", Victims.RULE);
    }
    Because spared = Victims.spared(before, bin, job, victim, lease.atMillis());
    if (spared != null) {
      return new Because(
          "may not evict " + victim.job().name() + ": " + spared.why(), spared.rule());
    }
    return Job.BY_PRIORITY.compare(winner, job) < 0
        ? Precedence.of(winner, Tier.FIRST, job, Tier.FIRST, false)
        : considered();
  }

  /** A job that is tried again in this call may be taken from the instant of the call on. */
  private Because leftOut(Job job) {
    boolean again = job.tries() > 1 && job.scheduleAfter() == lease.atMillis();
    return again
        ? new Because("was tried again in this call", "bots V118")
        : new Because(
            "instance " + job.instance() + " has no room beside the bot's spare capacity",
            "bots 9");
  }

  private Because fetched(Job job) {
    if (!Outlook.isFetched(before, job, lease.atMillis())) {
      return new Because("is left to the assigner: its backoff is over", "bots 9");
    }
    return Job.BY_PRIORITY.compare(winner, job) < 0
        ? Precedence.of(winner, Tier.FIRST, job, Tier.FIRST, false)
        : leftOut(job);
  }
}
