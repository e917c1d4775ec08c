package dev.rota.bots.queries;

import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsFact.Awoken;
import dev.rota.bots.model.BotsFact.BotGone;
import dev.rota.bots.model.BotsFact.BotRefreshed;
import dev.rota.bots.model.BotsFact.BotRefused;
import dev.rota.bots.model.BotsFact.BotRegistered;
import dev.rota.bots.model.BotsFact.BotSynchronised;
import dev.rota.bots.model.BotsFact.Drawn;
import dev.rota.bots.model.BotsFact.HintRemembered;
import dev.rota.bots.model.BotsFact.LeaseEnded;
import dev.rota.bots.model.BotsFact.LeaseStarted;
import dev.rota.bots.model.BotsFact.Paused;
import dev.rota.bots.model.BotsFact.PolicyApplied;
import dev.rota.bots.model.BotsFact.PolicyRefused;
import dev.rota.bots.model.BotsFact.RulesAdopted;
import dev.rota.bots.model.JobFact.JobBackedOff;
import dev.rota.bots.model.JobFact.JobCached;
import dev.rota.bots.model.JobFact.JobEnded;
import dev.rota.bots.model.JobFact.JobForgotten;
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
    return switch (fact) {
      case JobQueued job -> {
        String why = job.reason() == null ? "" : ", " + job.reason();
        String instance = job.job().instance();
        String of = instance.isEmpty() ? "" : " of " + instance;
        yield TurnHeadline.filled("job %s%s: QUEUED%s", job.job().name(), of, why);
      }
      case JobRefused job ->
          (job.job() != null ? "job " + job.job() : "operation " + job.operation())
              + ": "
              + job.reason();
      case JobCached job -> TurnHeadline.filled("job %s: CACHED", job.job().name());
      case JobJoined job ->
          TurnHeadline.filled("operation %s joins job %s", job.operation(), job.job());
      case OperationCancelled job ->
          TurnHeadline.filled("operation %s of job %s: CANCELLED", job.operation(), job.job());
      case JobBackedOff job -> TurnHeadline.filled("job %s waits: %s", job.job(), job.reason());
      case JobLeftAlone job -> TurnHeadline.filled("job %s waits: %s", job.job(), job.reason());
      case JobRetried job -> TurnHeadline.filled("job %s again: %s", job.job(), job.reason());
      case JobEnded job ->
          TurnHeadline.filled(
              "job %s ends: %s",
              job.job(),
              job.over().code() == null || job.over().cancelled()
                  ? "CANCELLED"
                  : job.over().code());
      case LeaseStarted lease ->
          TurnHeadline.filled("job %s → %s", lease.job().name(), lease.bot());
      case LeaseEnded lease ->
          TurnHeadline.filled("job %s on %s: %s", lease.job().name(), lease.bot(), lease.ending());
      case BotRegistered bot ->
          TurnHeadline.filled("%s joins: %s", bot.bot().name(), bot.profile().health());
      case BotSynchronised bot ->
          TurnHeadline.filled("%s has %s", bot.bot(), PluralText.of(bot.leases().size(), "lease"));
      case BotGone bot -> TurnHeadline.filled("%s leaves: %s", bot.bot(), bot.reason());
      case BotRefused bot -> TurnHeadline.filled("%s: %s", bot.bot(), bot.reason());
      case PolicyApplied _ -> "policy: APPLIED";
      case PolicyRefused policy -> "policy: " + policy.reason();
      case JobForgotten _, BotRefreshed _, HintRemembered _ -> null;
      case Awoken _, Drawn _, Paused _, RulesAdopted _ -> null;
    };
  }
}
