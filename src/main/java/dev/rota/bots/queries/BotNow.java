package dev.rota.bots.queries;

import dev.rota.bots.model.Bin;
import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.QuotaRow;
import dev.rota.bots.rules.Eviction;
import dev.rota.bots.rules.Outlook;
import dev.rota.bots.rules.Tier;
import dev.rota.bots.values.BotHealth;
import dev.rota.domain.Why.Candidate;
import dev.rota.domain.Why.Reason;
import java.util.ArrayList;
import java.util.List;

/** What a bot runs, and what it gets next. */
final class BotNow {
  private BotNow() {}

  static Reason of(BotsState state, Bot bot) {
    String ends = "; it is lost when silent until " + Phrases.at(bot.expiresAt());
    if (bot.health() != BotHealth.OK) {
      String keeps = bot.held().isEmpty() ? "" : "; it keeps " + Phrases.leases(bot);
      return new Reason("is " + bot.health() + " and gets no job" + keeps + ends, "bots 1");
    }
    Outlook.Coming next = Outlook.coming(state, bot);
    return new Reason(
        stands(bot) + next(state, bot, next) + evicted(state, bot) + ends,
        bot.isFree() ? "bots 3" : "bots 1",
        candidates(state, bot, next));
  }

  private static String stands(Bot bot) {
    String runs =
        bot.held().isEmpty()
            ? ""
            : "runs " + Phrases.leases(bot) + " with a capacity of " + bot.capacity();
    if (!bot.isFree()) {
      return "is full: " + runs;
    }
    return runs.isEmpty() ? "is free" : runs + ", and is free for " + bot.spare() + " more";
  }

  private static String next(BotsState state, Bot bot, Outlook.Coming next) {
    if (next == null) {
      int waiting = state.board().waiting().size() + state.queue().resting().size();
      return waiting == 0 ? "; no job waits" : "; no job that waits may run on it now";
    }
    return "; job "
        + next.job().name()
        + " is next"
        + (next.atMillis() == null || !bot.isFree()
            ? ""
            : ", in the iteration at " + Phrases.at(next.atMillis()));
  }

  private static String evicted(BotsState state, Bot bot) {
    Eviction next = Outlook.eviction(state);
    return next == null || next.victim().bot() != bot
        ? ""
        : "; job "
            + next.job().name()
            + " evicts job "
            + next.victim().job().name()
            + " here at "
            + Phrases.at(next.atMillis());
  }

  /** Of jobs that are alike, only the first is a candidate. */
  private static List<Candidate> candidates(BotsState state, Bot bot, Outlook.Coming next) {
    List<Candidate> candidates = new ArrayList<>();
    if (next != null) {
      Bin bin = Fit.bin(state, next.job());
      candidates.add(first(state, bot, bin, next).chosen(Kinds.job(next.job().name())));
    }
    boolean age = Outlook.byAge(state);
    for (Bin bin : state.board().waiting()) {
      for (Job job : Rivals.heads(bin, age)) {
        if (next == null || job != next.job()) {
          candidates.add(loses(state, bot, bin, job, next).lost(Kinds.job(job.name())));
        }
      }
    }
    for (Job job : state.queue().resting()) {
      if (next != null && job == next.job()) {
        continue;
      }
      Because barrier = Fit.barrier(state, Fit.bin(state, job), bot);
      String rests = "backs off until " + Phrases.at(job.scheduleAfter());
      candidates.add(
          (barrier == null ? new Because(rests, "bots 3") : barrier(bot, barrier))
              .lost(Kinds.job(job.name())));
    }
    return candidates;
  }

  private static Because first(BotsState state, Bot bot, Bin bin, Outlook.Coming next) {
    return switch (next.reason()) {
      case AGE -> new Because("is the oldest that may run on it", "bots 3.1");
      case PRIORITY ->
          new Because(
              "is the first by priority (" + next.job().priority() + ") that may run on it",
              "bots 3.1");
      case FETCHED -> new Because("is taken along when the bot synchronises", "bots 9");
      default -> new Because(ofQuota(state, bot, bin, next.reason()), "bots 3.2");
    };
  }

  private static String ofQuota(
      BotsState state, Bot bot, Bin bin, dev.rota.bots.values.Reason reason) {
    boolean minimum = reason == dev.rota.bots.values.Reason.BELOW_MINIMUM;
    QuotaRow charged = state.quotas().get(bot.spec().cohort(), bin.key().instance());
    boolean now =
        charged == null || (minimum ? charged.isBelowMinimum() : charged.isBelowMaximum());
    if (!now) {
      return "instance "
          + bin.key().instance()
          + (minimum ? " is below its minimum" : " is below its maximum")
          + " when a lease of the bot has ended";
    }
    QuotaRow quota = charged == null ? Fit.open(bin, minimum ? Tier.FIRST : Tier.SECOND) : charged;
    return minimum ? QuotaPhrases.belowMinimum(quota) : QuotaPhrases.belowMaximum(quota);
  }

  private static Because loses(BotsState state, Bot bot, Bin bin, Job job, Outlook.Coming next) {
    Because barrier = Fit.barrier(state, bin, bot);
    if (barrier != null) {
      return barrier(bot, barrier);
    }
    if (next == null) {
      return new Because("may run on it, and is not considered yet", "bots 3");
    }
    if (!bot.isFree() && state.policy().byCohort()) { // the usage is another one then
      String goes = next.job().name() + " goes first when a lease of the bot has ended";
      return new Because(goes, "bots 3.2");
    }
    Tier tier = Tier.of(state.policy(), Fit.match(bin, bot.kind()));
    boolean age = next.reason() == dev.rota.bots.values.Reason.AGE;
    boolean second = next.reason() == dev.rota.bots.values.Reason.BELOW_MAXIMUM;
    Tier first = second ? Tier.SECOND : Tier.FIRST;
    int byTier = first.compareTo(tier);
    return byTier < 0 || (byTier == 0 && Job.order(age).compare(next.job(), job) < 0)
        ? Precedence.of(next.job(), first, job, tier, age)
        : new Because("may run on it, and another bot goes first", "bots 5");
  }

  private static Because barrier(Bot bot, Because barrier) {
    return new Because("bot " + bot.name() + ": " + barrier.why(), barrier.rule());
  }
}
