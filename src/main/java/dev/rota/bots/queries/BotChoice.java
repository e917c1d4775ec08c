package dev.rota.bots.queries;

import dev.rota.bots.model.Bin;
import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotClass;
import dev.rota.bots.model.BotsFact.LeaseStarted;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.Scores;
import dev.rota.bots.rules.Outlook;
import dev.rota.bots.rules.Tier;
import dev.rota.bots.values.BotHealth;
import dev.rota.bots.values.MatchStrategy;
import dev.rota.bots.values.Policy;
import dev.rota.bots.values.Reason;
import dev.rota.bots.values.Scoring;
import dev.rota.domain.Decimal;

/** Why a job got this bot and no other (section 5). */
final class BotChoice {
  private final BotsState before;
  private final LeaseStarted lease;
  private final Bin bin;
  private final Job job;

  BotChoice(BotsState before, LeaseStarted lease, Bin bin) {
    this.before = before;
    this.lease = lease;
    this.bin = bin;
    this.job = before.job(lease.job().name());
  }

  Because chosen() {
    return switch (lease.found()) {
      case PROACTIVE -> new Because("synchronises and takes it along", "bots 9");
      case LOCALITY ->
          new Because("has the job's locality hint, with a score of " + score(), "bots V058");
      default -> new Because("has the best score of those looked at: " + score(), "bots 5");
    };
  }

  private String score() {
    return Decimal.text(lease.score());
  }

  /** Says why this one was not chosen. */
  Because why(Bot bot) {
    Because barrier = barrier(bot);
    if (barrier != null) {
      return barrier;
    }
    if (bot.health() != BotHealth.OK) {
      return new Because("is " + bot.health(), "bots 1");
    }
    if (!bot.isFree()) {
      return new Because("is full: runs " + Phrases.leases(bot), "bots 1");
    }
    return lease.found() == MatchStrategy.PROACTIVE
        ? new Because("is free, and is not the one that synchronises", "bots 9")
        : scored(bot);
  }

  /** True if the bot might have been chosen. */
  boolean competes(Bot bot) {
    return lease.found() != MatchStrategy.PROACTIVE
        && lease.found() != MatchStrategy.PREEMPTION
        && bot.isFree()
        && bot.kind().reaches(bin)
        && barrier(bot) == null;
  }

  private Because barrier(Bot bot) {
    if (before.policy().onEvent()
        || !bot.kind().reaches(bin)
        || lease.found() == MatchStrategy.PROACTIVE) {
      Because barrier = Fit.barrier(before, bin, bot);
      return barrier == null && before.policy().onEvent() ? laterPass(bot) : barrier;
    }
    Policy policy = before.policy();
    BotClass kind = bot.kind();
    String cohort = policy.byCohort() ? lease.cohort() : null;
    if (Outlook.permits(before, cohort, job.instance(), kind)) {
      return null;
    }
    return policy.byCohort()
        ? new Because("is not of cohort " + cohort, "bots 3.2")
        : Fit.closed(policy, Fit.match(bin, kind));
  }

  private Because laterPass(Bot bot) {
    Tier tier = Tier.of(before.policy(), Fit.match(bin, bot.kind()));
    return tier == Tier.SECOND && lease.reason() == Reason.BELOW_MINIMUM
        ? new Because(
            "comes in the second pass only: in cohort "
                + bot.spec().cohort()
                + " the instance is not below its minimum",
            "bots 3.2")
        : null;
  }

  private Because scored(Bot bot) {
    Scoring scoring = before.policy().scoring();
    if (lease.found() == MatchStrategy.LOCALITY && !Scores.hits(job, bot)) {
      return new Because("does not have the hint " + job.spec().hint(), "bots V058");
    }
    double score = Scores.score(scoring, job, bot);
    if (score < lease.score()) {
      return new Because(
          "its score of " + Decimal.text(score) + " is lower than " + score(), "bots 5");
    }
    if (score == lease.score() && bot.kind().names().compare(bot.name(), lease.bot()) > 0) {
      return new Because(
          "its score is the same, and " + lease.bot() + " is the smaller name", "bots 5");
    }
    return new Because(
        "has a score of " + Decimal.text(score) + ", and was not in the sample", "bots 5");
  }
}
