package dev.rota.bots.rules;

import dev.rota.bots.model.BinMatch;
import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsFact.LeaseStarted;
import dev.rota.bots.model.BotsView;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.Job.SortKey;
import dev.rota.bots.model.JobBin;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.model.JobState.Queued;
import dev.rota.bots.model.QuotaRow;
import dev.rota.bots.values.BotsReason;
import dev.rota.bots.values.MatchStrategy;

/**
 * Why a job that waits does not get a bot. It is made for whoever asks; no decision waits for it.
 */
public sealed interface JobBarrier {
  /** The bot's own reason. */
  record OnBot(BotBarrier why) implements JobBarrier {}

  /** Section 3.2: the other goes first, in the first pass. */
  record PassBehind(Job first) implements JobBarrier {}

  /** Section 3.1: the other goes first. */
  record Behind(Job first, SortKey by) implements JobBarrier {}

  /** The iteration has considered the other alone. */
  record NotConsidered(Job considered) implements JobBarrier {}

  /** Section 7: the instance is not below its minimum, so that the job evicts nobody. */
  record NotInNeed(QuotaRow quota) implements JobBarrier {}

  record EvictsFrom(long atMillis) implements JobBarrier {}

  /** Only a job that needs what the victim needs may take its place. */
  record OtherNeeds(Leased victim) implements JobBarrier {}

  record MayNotEvict(VictimBarrier why) implements JobBarrier {}

  /** Section 9. */
  record LeftToAssigner() implements JobBarrier {}

  /** Section 9: it was retried in this call (V118). */
  record Retried() implements JobBarrier {}

  /** Section 9: the maximum, without the bot's spare capacity. */
  record NoRoomToFetch(String instance) implements JobBarrier {}

  record BacksOff(long untilMillis) implements JobBarrier {}

  /** Nothing keeps the job from the bot, and nothing comes. */
  record NothingComes() implements JobBarrier {}

  /** The other goes first when a lease of the bot has ended: the usage is another one then. */
  record BehindThen(Job first) implements JobBarrier {}

  /** The job may run on the bot, and another bot goes first. */
  record OtherBotFirst() implements JobBarrier {}

  /**
   * Returns why the job has not got a bot that another job gets; null if it could not have got it.
   *
   * @param victim whose place the other takes; null if none
   */
  static JobBarrier outdone(BotsView view, LeaseStarted lease, Leased victim, Job job) {
    Job winner = view.job(lease.job().name());
    if (job == winner || !(job.state() instanceof Queued queued) || queued.resting()) {
      return null;
    }
    Bot bot = view.bot(lease.bot());
    BinMatch match = queued.bin().match(bot.kind());
    if (match == null) {
      return null;
    }
    if (victim != null) {
      return Preemption.outdone(view, lease, victim, winner, job);
    }
    if (lease.found() == MatchStrategy.PROACTIVE) {
      JobBarrier left = JobFetch.left(view, job, lease.atMillis());
      JobBarrier behind = behind(winner, QuotaTier.FIRST, job, QuotaTier.FIRST, false);
      return left instanceof LeftToAssigner || behind == null ? left : behind;
    }
    QuotaTier tier = tier(view, lease, match);
    if (!tier.isOpen()) {
      return null;
    }
    boolean age = lease.reason() == BotsReason.AGE;
    JobBarrier behind = behind(winner, QuotaTier.of(lease.reason()), job, tier, age);
    return behind == null ? new NotConsidered(winner) : behind;
  }

  /** The pass in which the job might have got the bot. */
  private static QuotaTier tier(BotsView view, LeaseStarted lease, BinMatch match) {
    if (view.policy().onEvent()) {
      return QuotaTier.of(view.policy(), match);
    }
    JobBin bin = match.bin();
    String cohort = view.policy().byCohort() ? lease.cohort() : null;
    QuotaTier permitted =
        AssignerIteration.permitted(view, cohort, bin.key().instance(), match.kind());
    return permitted.isOpen() ? AssignerIteration.tier(bin, cohort, bin.served()) : permitted;
  }

  /** Returns why the first goes before the job; null if it does not. */
  static JobBarrier behind(Job first, QuotaTier firsts, Job job, QuotaTier jobs, boolean age) {
    if (!firsts.isBefore(jobs, first, job, age)) {
      return null;
    }
    return firsts == jobs
        ? new Behind(first, SortKey.between(first, job, age))
        : new PassBehind(first);
  }

  /**
   * Returns why a job that waits is not the next of the bot.
   *
   * @param next what is next; null if nothing is
   */
  static JobBarrier of(BotsView view, Bot bot, GridOutlook.Coming next, Job job) {
    JobBin bin = view.board().asBin(JobBin.Key.of(job.spec()));
    BotBarrier barrier = BotBarrier.of(view, bin, bot);
    if (barrier != null) {
      return new OnBot(barrier);
    }
    if (((Queued) job.state()).resting()) {
      return new BacksOff(job.scheduleAfter());
    }
    if (next == null) {
      return new NothingComes();
    }
    if (!bot.isFree() && view.policy().byCohort()) {
      return new BehindThen(next.job());
    }
    QuotaTier tier = QuotaTier.of(view.policy(), bin.match(bot.kind()));
    boolean age = next.reason() == BotsReason.AGE;
    JobBarrier behind = behind(next.job(), QuotaTier.of(next.reason()), job, tier, age);
    return behind == null ? new OtherBotFirst() : behind;
  }
}
