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
import dev.rota.engine.Deadline;
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
    Outlook.Next next = Outlook.next(state, bot.kind());
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

  private static String next(BotsState state, Bot bot, Outlook.Next next) {
    if (next == null) {
      int waiting = state.board().waiting().size() + state.queue().resting().size();
      return waiting == 0 ? "; no job waits" : "; no job that waits may run on it now";
    }
    Deadline iteration = bot.isFree() ? Outlook.iteration(state) : null;
    return "; job "
        + next.job().name()
        + " is next"
        + (iteration == null ? "" : ", in the iteration at " + Phrases.at(iteration.atMillis()));
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
  private static List<Candidate> candidates(BotsState state, Bot bot, Outlook.Next next) {
    List<Candidate> candidates = new ArrayList<>();
    boolean age = Outlook.byAge(state);
    for (Bin bin : state.board().waiting()) {
      for (Job job : Rivals.heads(bin, age)) {
        if (next != null && job == next.job()) {
          candidates.add(0, first(state, bot, bin, next).chosen(Kinds.job(job.name())));
        } else {
          candidates.add(loses(state, bot, bin, job, next).lost(Kinds.job(job.name())));
        }
      }
    }
    for (Job job : state.queue().resting()) {
      Because barrier = Fit.barrier(state, Fit.bin(state, job), bot);
      String rests = "backs off until " + Phrases.at(job.scheduleAfter());
      candidates.add(
          (barrier == null ? new Because(rests, "bots 3") : barrier(bot, barrier))
              .lost(Kinds.job(job.name())));
    }
    return candidates;
  }

  private static Because first(BotsState state, Bot bot, Bin bin, Outlook.Next next) {
    if (!state.policy().byCohort()) {
      return next.age()
          ? new Because("is the oldest that may run on it", "bots 3.1")
          : new Because(
              "is the first by priority (" + next.job().priority() + ") that may run on it",
              "bots 3.1");
    }
    QuotaRow charged = state.quotas().get(bot.spec().cohort(), bin.key().instance());
    QuotaRow quota = charged == null ? Fit.open(bin, next.tier()) : charged;
    return new Because(
        next.tier() == Tier.FIRST
            ? QuotaPhrases.belowMinimum(quota)
            : QuotaPhrases.belowMaximum(quota),
        "bots 3.2");
  }

  private static Because loses(BotsState state, Bot bot, Bin bin, Job job, Outlook.Next next) {
    Because barrier = Fit.barrier(state, bin, bot);
    if (barrier != null) {
      return barrier(bot, barrier);
    }
    if (next == null) {
      return new Because("may run on it, and is not considered yet", "bots 3");
    }
    Tier tier = Tier.of(state.policy(), Fit.match(bin, bot.kind()));
    return Precedence.of(next.job(), next.tier(), job, tier, next.age());
  }

  private static Because barrier(Bot bot, Because barrier) {
    return new Because("bot " + bot.name() + ": " + barrier.why(), barrier.rule());
  }
}
