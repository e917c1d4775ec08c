package dev.rota.bots.queries;

import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsFact.BotGone;
import dev.rota.bots.model.BotsFact.BotRefreshed;
import dev.rota.bots.model.BotsFact.BotRefused;
import dev.rota.bots.model.BotsFact.BotRegistered;
import dev.rota.bots.model.BotsFact.BotSynchronised;
import dev.rota.bots.model.BotsFact.GridFact;
import dev.rota.bots.model.BotsFact.HintRemembered;
import dev.rota.bots.model.BotsFact.LeaseEnded;
import dev.rota.bots.model.BotsFact.LeaseStarted;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.JobFact;
import dev.rota.bots.rules.BotBarrier;
import dev.rota.bots.values.LeaseEnd;
import dev.rota.kernel.domain.Why.Candidate;
import dev.rota.kernel.domain.Why.Reason;
import java.util.ArrayList;
import java.util.List;

/** What a step decided about a bot. */
final class BotDecided {
  private BotDecided() {}

  static List<Reason> of(String bot, BotsState before, List<BotsFact> facts) {
    List<Reason> reasons = new ArrayList<>(1);
    for (BotsFact fact : facts) {
      Reason reason = reason(bot, before, fact, facts);
      if (reason != null) {
        reasons.add(reason);
      }
    }
    return reasons;
  }

  private static Reason reason(String bot, BotsState before, BotsFact fact, List<BotsFact> facts) {
    return switch (fact) {
      case LeaseStarted lease ->
          lease.bot().equals(bot)
              ? started(new LeaseDecided(before, lease, facts))
              : lost(bot, before, lease, facts);
      case LeaseEnded lease -> lease.bot().equals(bot) ? ended(before, lease, facts) : null;
      case BotRegistered f -> f.bot().name().equals(bot) ? BotSteps.registered(before, f) : null;
      case BotRefreshed f -> f.bot().equals(bot) ? BotSteps.refreshed(before.bot(bot), f) : null;
      case BotSynchronised f -> f.bot().equals(bot) ? BotSteps.synchronised(f) : null;
      case HintRemembered f ->
          f.bot().equals(bot)
              ? new Reason("has the locality hint " + f.hint() + " from now on", "bots 5")
              : null;
      case BotGone f -> f.bot().equals(bot) ? BotSteps.gone(f) : null;
      case BotRefused f -> bot.equals(f.bot()) ? BotSteps.refused(f) : null;
      case JobFact _, GridFact _ -> null;
    };
  }

  private static Reason started(LeaseDecided decided) {
    LeaseStarted lease = decided.lease();
    CitedReason cause = decided.evicted() == null ? decided.cause() : decided.eviction();
    List<Candidate> candidates = new ArrayList<>();
    candidates.add(cause.chosen(GridThings.job(lease.job().name())));
    candidates.addAll(decided.rivals());
    return cause.of(
        "gets job " + lease.job().name() + ", attempt " + lease.attempt() + ": ", candidates);
  }

  /** The bot is free, and might have got the job. */
  private static Reason lost(
      String name, BotsState before, LeaseStarted lease, List<BotsFact> facts) {
    Bot bot = before.bot(name);
    BotBarrier barrier = bot == null ? null : BotBarrier.outdone(before, lease, bot);
    if (barrier == null) {
      return null;
    }
    CitedReason found = new LeaseDecided(before, lease, facts).found();
    CitedReason why = BarrierPhrases.of(barrier, bot);
    return why.of(
        "does not get job " + lease.job().name() + ", which goes to bot " + lease.bot() + ": ",
        List.of(found.chosen(GridThings.bot(lease.bot())), why.lost(GridThings.bot(name))));
  }

  private static Reason ended(BotsState before, LeaseEnded lease, List<BotsFact> facts) {
    String job = "job " + lease.job().name();
    if (lease.ending() == LeaseEnd.EVICTED) {
      LeaseDecided decided = LeaseDecided.after(before, lease, facts);
      return decided
          .eviction()
          .of(
              job + " is evicted from it for job " + decided.lease().job().name() + ": ",
              decided.victims());
    }
    return new Reason("its lease of " + job + " ends: " + EndingPhrases.lease(lease), lease.rule());
  }
}
