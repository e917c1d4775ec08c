package dev.rota.bots.queries;

import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsFact.BotGone;
import dev.rota.bots.model.BotsFact.BotRefreshed;
import dev.rota.bots.model.BotsFact.BotRefused;
import dev.rota.bots.model.BotsFact.BotRegistered;
import dev.rota.bots.model.BotsFact.BotSynchronised;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.values.BotProfile;
import dev.rota.bots.values.BotSpec;
import dev.rota.bots.values.CohortLabels;
import dev.rota.kernel.domain.Why.Candidate;
import dev.rota.kernel.domain.Why.Reason;
import java.util.ArrayList;
import java.util.List;

/** What a step decided about a bot, without its leases. */
final class BotSteps {
  private BotSteps() {}

  static Reason registered(BotsState before, BotRegistered f) {
    BotSpec bot = f.bot();
    return new Reason(
        "registers in session "
            + bot.session()
            + " for "
            + SentenceParts.instance(bot.instance())
            + (bot.cohort() == null ? " and is of no cohort" : " and is of cohort " + bot.cohort())
            + ": "
            + stands(f.profile()),
        "bots 8",
        cohorts(before, bot));
  }

  private static String stands(BotProfile bot) {
    return bot.health() + ", capacity " + bot.capacity() + ", priority " + bot.priority();
  }

  private static List<Candidate> cohorts(BotsState before, BotSpec bot) {
    List<Candidate> cohorts = new ArrayList<>();
    for (CohortLabels cohort : before.policy().tenancy().cohorts()) {
      List<String> lacks = new ArrayList<>(bot.labels());
      lacks.removeAll(cohort.labels());
      if (cohort.name().equals(bot.cohort())) {
        String all = "is the first that has its labels " + SentenceParts.list(bot.labels());
        cohorts.add(0, new CitedReason(all, "bots 1").chosen(GridThings.cohort(cohort.name())));
      } else {
        String why =
            lacks.isEmpty()
                ? "comes after " + bot.cohort()
                : "does not have the label " + SentenceParts.list(lacks);
        cohorts.add(new CitedReason(why, "bots 1").lost(GridThings.cohort(cohort.name())));
      }
    }
    return cohorts;
  }

  /** Returns null if the heartbeat prolongs the session and no more. */
  static Reason refreshed(Bot was, BotRefreshed f) {
    if (was.profile().equals(f.profile())) {
      return null;
    }
    return new Reason(
        "says of itself: " + stands(f.profile()) + "; it was " + stands(was.profile()), "bots 8");
  }

  static Reason refused(BotRefused f) {
    return new Reason(
        "a heartbeat is refused: " + f.reason() + ", " + SentenceParts.part(f.detail()), "bots 8");
  }

  static Reason synchronised(BotSynchronised f) {
    String leases =
        f.leases().isEmpty() ? "holds no lease" : "goes on with " + SentenceParts.list(f.leases());
    return new Reason(
        "is answered: it " + leases + ", in its session until " + SentenceParts.at(f.expiresAt()),
        "bots 8");
  }

  static Reason gone(BotGone f) {
    return switch (f.reason()) {
      case BOT_LOST ->
          new Reason("is lost: it was silent until " + SentenceParts.at(f.expiresAt()), "bots 10");
      case REGISTERED_AGAIN ->
          new Reason("its session " + f.session() + " ends: it registers again", "bots 8");
      case PROTOCOL_VIOLATED ->
          new Reason(
              "its session "
                  + f.session()
                  + " is closed: "
                  + SentenceParts.part(f.detail() == null ? "it broke the protocol" : f.detail()),
              "bots 8");
      case BOT_CLOSED -> new Reason("closes its session " + f.session(), "bots 8");
      default -> throw new IllegalArgumentException("no session ends by " + f.reason());
    };
  }
}
