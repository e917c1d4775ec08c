package dev.rota.bots.queries;

import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsFact.BotGone;
import dev.rota.bots.model.BotsFact.BotRefused;
import dev.rota.bots.model.BotsFact.BotRegistered;
import dev.rota.bots.model.BotsFact.BotSynchronised;
import dev.rota.bots.model.BotsFact.LeaseEnded;
import dev.rota.bots.model.BotsFact.LeaseStarted;
import dev.rota.bots.model.BotsFact.PolicyApplied;
import dev.rota.bots.model.BotsFact.PolicyRefused;
import dev.rota.bots.model.JobFact;
import dev.rota.bots.model.JobFact.JobBackedOff;
import dev.rota.bots.model.JobFact.JobCached;
import dev.rota.bots.model.JobFact.JobEnded;
import dev.rota.bots.model.JobFact.JobJoined;
import dev.rota.bots.model.JobFact.JobLeftAlone;
import dev.rota.bots.model.JobFact.JobQueued;
import dev.rota.bots.model.JobFact.JobRefused;
import dev.rota.bots.model.JobFact.JobRetried;
import dev.rota.bots.model.JobFact.OperationCancelled;
import dev.rota.kernel.domain.PluralText;
import dev.rota.kernel.domain.TurnHeadline;
import java.util.List;

/** What a turn of a grid was about, in a few words. Upper case is what outcomes say. */
final class GridHeadline {
  private GridHeadline() {}

  static String of(List<BotsFact> facts) {
    return TurnHeadline.of(facts, GridHeadline::part);
  }

  private static String part(BotsFact fact) {
    if (fact instanceof JobFact job) {
      return job(job);
    }
    if (fact instanceof LeaseStarted lease) {
      return TurnHeadline.filled("job %s → %s", lease.job().name(), lease.bot());
    }
    if (fact instanceof LeaseEnded lease) {
      return TurnHeadline.filled(
          "job %s on %s: %s", lease.job().name(), lease.bot(), lease.ending());
    }
    if (fact instanceof BotRegistered bot) {
      return TurnHeadline.filled("%s joins: %s", bot.bot().name(), bot.health());
    }
    if (fact instanceof BotSynchronised bot) {
      return TurnHeadline.filled(
          "%s has %s", bot.bot(), PluralText.of(bot.leases().size(), "lease"));
    }
    if (fact instanceof BotGone bot) {
      return TurnHeadline.filled("%s leaves: %s", bot.bot(), bot.reason());
    }
    if (fact instanceof BotRefused bot) {
      return TurnHeadline.filled("%s: %s", bot.bot(), bot.reason());
    }
    if (fact instanceof PolicyApplied) {
      return "policy: APPLIED";
    }
    return fact instanceof PolicyRefused policy ? "policy: " + policy.reason() : null;
  }

  private static String job(JobFact fact) {
    if (fact instanceof JobQueued job) {
      String why = job.reason() == null ? "" : ", " + job.reason();
      String instance = job.job().instance();
      String of = instance.isEmpty() ? "" : " of " + instance;
      return TurnHeadline.filled("job %s%s: QUEUED%s", job.job().name(), of, why);
    }
    if (fact instanceof JobRefused job) {
      String what = job.job() != null ? "job " + job.job() : "operation " + job.operation();
      return what + ": " + job.reason();
    }
    if (fact instanceof JobCached job) {
      return TurnHeadline.filled("job %s: CACHED", job.job().name());
    }
    if (fact instanceof JobJoined job) {
      return TurnHeadline.filled("operation %s joins job %s", job.operation(), job.job());
    }
    if (fact instanceof OperationCancelled job) {
      return TurnHeadline.filled("operation %s of job %s: CANCELLED", job.operation(), job.job());
    }
    if (fact instanceof JobBackedOff job) {
      return TurnHeadline.filled("job %s waits: %s", job.job(), job.reason());
    }
    if (fact instanceof JobLeftAlone job) {
      return TurnHeadline.filled("job %s waits: %s", job.job(), job.reason());
    }
    if (fact instanceof JobRetried job) {
      return TurnHeadline.filled("job %s again: %s", job.job(), job.reason());
    }
    return fact instanceof JobEnded job ? ended(job) : null;
  }

  private static String ended(JobEnded job) {
    return TurnHeadline.filled(
        "job %s ends: %s",
        job.job(), job.code() == null || job.cancelled() ? "CANCELLED" : job.code());
  }
}
