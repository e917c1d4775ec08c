package dev.rota.bots.rules;

import dev.rota.bots.model.BinMatch;
import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsFact.LeaseStarted;
import dev.rota.bots.model.BotsView;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobBin;
import dev.rota.bots.model.JobState.Queued;
import dev.rota.bots.model.QuotaRow;
import dev.rota.bots.values.BotHealth;
import dev.rota.bots.values.MatchStrategy;
import dev.rota.bots.values.PropertyPair;
import dev.rota.bots.values.ScoringSettings;
import java.util.List;

/** Why a bot has not got a job. It is made for whoever asks; no decision waits for it. */
public sealed interface BotBarrier {
  /** Section 2: the bot serves another pool. */
  record OtherPool(String serves, String instance) implements BotBarrier {}

  /** Section 2. */
  record Lacking(List<PropertyPair> properties) implements BotBarrier {}

  /**
   * Sections 3 and 4: there is no pass for the job on the bot.
   *
   * @param byCohort true for the COHORT assigner, false for PRIORITY_AGE
   */
  record NoPass(QuotaTier why, BinMatch match, boolean byCohort) implements BotBarrier {}

  /** Section 3.2: the job is this cohort's assigner's now, and the bot is not. */
  record OtherAssigner(String cohort) implements BotBarrier {}

  /**
   * ON_INTERVAL: cohorts' assigners consider the job in the first pass, and the bot's cohort is not
   * below the minimum that is charged then (V081).
   */
  record ChargeFails(QuotaRow quota) implements BotBarrier {}

  /** The job goes to a bot in the first pass; on this one it may run in the second. */
  record SecondPass(String cohort) implements BotBarrier {}

  record NotOk(BotHealth health) implements BotBarrier {}

  record Full() implements BotBarrier {}

  record BacksOff(long untilMillis) implements BotBarrier {}

  /** The bot is free, and an iteration is due. */
  record NotConsidered() implements BotBarrier {}

  /** Section 9: another bot has fetched the job. */
  record NotSynchronising() implements BotBarrier {}

  record NoHint(String hint) implements BotBarrier {}

  record LowerScore(double score, double chosen) implements BotBarrier {}

  /** Of bots with the same score, the smaller name goes first. */
  record LargerName(String chosen) implements BotBarrier {}

  record NotSampled(double score) implements BotBarrier {}

  /**
   * An iteration has found no bot, and may not have looked at this one.
   *
   * @param ofOthers another cohort's assigner may use the bot
   */
  record NotLooked(boolean sampled, boolean ofOthers, String cohort) implements BotBarrier {}

  /** Returns what keeps the bot from the bin's jobs even if it is free; null if nothing does. */
  static BotBarrier of(BotsView view, JobBin bin, Bot bot) {
    if (!bot.kind().reaches(bin.pool())) {
      return new OtherPool(bot.spec().instance(), bin.key().instance());
    }
    BinMatch match = bin.match(bot.kind());
    if (match == null) {
      return new Lacking(bot.kind().key().has().missing(bin.key().needs()));
    }
    QuotaTier tier = QuotaTier.of(view.policy(), match);
    if (!tier.isOpen()) {
      return new NoPass(tier, match, view.policy().byCohort());
    }
    return view.policy().onEvent() || AssignerIteration.charges(view, bin, bot)
        ? null
        : new ChargeFails(match.quota());
  }

  /** Returns why the bot has not got a job that waits. */
  static BotBarrier waiting(BotsView view, Job job, Bot bot) {
    BotBarrier barrier = of(view, view.board().asBin(JobBin.Key.of(job.spec())), bot);
    if (barrier != null) {
      return barrier;
    }
    if (!bot.isFree()) {
      return busy(bot);
    }
    // Which job goes first then is asked of the bot, not of all bots.
    return job.state() instanceof Queued queued && queued.resting()
        ? new BacksOff(job.scheduleAfter())
        : new NotConsidered();
  }

  private static BotBarrier busy(Bot bot) {
    BotBarrier off = ofAnyJob(bot);
    return off == null ? new Full() : off;
  }

  /** Returns what keeps the bot from every job, whatever room it has; null if nothing does. */
  public static BotBarrier ofAnyJob(Bot bot) {
    return bot.isHealthy() ? null : new NotOk(bot.profile().health());
  }

  /** As {@code waiting}, of a job that an iteration has considered and given no bot. */
  static BotBarrier missed(BotsView view, Job job, Bot bot) {
    BotBarrier barrier = waiting(view, job, bot);
    if (!(barrier instanceof NotConsidered)) {
      return barrier;
    }
    ScoringSettings scoring = view.policy().scoring();
    return new NotLooked(
        scoring.samplesAll(),
        view.policy().byCohort() && scoring.cohortOnly(),
        bot.spec().cohort());
  }

  /** Returns why the job of a lease that begins does not get this bot, but another. */
  static BotBarrier passedOver(BotsView view, LeaseStarted lease, Bot bot) {
    Job job = view.job(lease.job().name());
    BotBarrier closed = closed(view, job, lease, bot);
    if (closed != null) {
      return closed;
    }
    if (!bot.isFree()) {
      return busy(bot);
    }
    return lease.found() == MatchStrategy.PROACTIVE
        ? new NotSynchronising()
        : BotChoice.behind(view, job, lease, bot);
  }

  /**
   * Returns as {@code passedOver} if the assigner has compared the bot with the chosen; or null.
   */
  static BotBarrier outdone(BotsView view, LeaseStarted lease, Bot bot) {
    Job job = view.job(lease.job().name());
    boolean compared =
        lease.found() != MatchStrategy.PROACTIVE
            && lease.found() != MatchStrategy.PREEMPTION
            && bot.isFree()
            && closed(view, job, lease, bot) == null;
    return compared ? BotChoice.behind(view, job, lease, bot) : null;
  }

  private static BotBarrier closed(BotsView view, Job job, LeaseStarted lease, Bot bot) {
    JobBin bin = view.board().asBin(JobBin.Key.of(job.spec()));
    BinMatch match = bin.match(bot.kind());
    boolean onEvent = view.policy().onEvent();
    if (match == null || onEvent || lease.found() == MatchStrategy.PROACTIVE) {
      BotBarrier barrier = of(view, bin, bot);
      boolean looked =
          barrier != null
              || JobAssigner.isLooked(view.policy(), match, QuotaTier.of(lease.reason()));
      return looked || !onEvent ? barrier : new SecondPass(bot.spec().cohort());
    }
    String cohort = view.policy().byCohort() ? lease.cohort() : null;
    QuotaTier tier = AssignerIteration.permitted(view, cohort, job.instance(), bot.kind());
    if (tier.isOpen()) {
      return null;
    }
    return cohort == null ? new NoPass(tier, match, false) : new OtherAssigner(cohort);
  }
}
