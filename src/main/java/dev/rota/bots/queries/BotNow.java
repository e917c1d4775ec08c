package dev.rota.bots.queries;

import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Job;
import dev.rota.bots.rules.BotBarrier;
import dev.rota.bots.rules.GridOutlook;
import dev.rota.bots.rules.JobBarrier;
import dev.rota.bots.rules.JobEviction;
import dev.rota.kernel.domain.Why.Candidate;
import dev.rota.kernel.domain.Why.Reason;
import java.util.ArrayList;
import java.util.List;

/** What a bot runs, and what it gets next. */
final class BotNow {
  private BotNow() {}

  static Reason of(BotsState state, Bot bot) {
    String ends = "; it is lost when silent until " + SentenceParts.at(bot.expiresAt());
    BotBarrier off = BotBarrier.ofAnyJob(bot);
    if (off != null) {
      CitedReason why = BarrierPhrases.of(off, bot);
      String keeps = bot.held().isEmpty() ? "" : "; it keeps " + SentenceParts.leases(bot);
      return new Reason(why.why() + " and gets no job" + keeps + ends, why.rule());
    }
    GridOutlook.Coming next = GridOutlook.coming(state, bot);
    return new Reason(
        stands(bot) + next(state, bot, next) + evicted(state, bot) + ends,
        bot.isFree() ? "bots 3" : "bots 1",
        candidates(state, bot, next));
  }

  private static String stands(Bot bot) {
    String runs =
        bot.held().isEmpty()
            ? ""
            : "runs "
                + SentenceParts.leases(bot)
                + " with a capacity of "
                + bot.profile().capacity();
    if (!bot.isFree()) {
      return "is full: " + runs;
    }
    return runs.isEmpty() ? "is free" : runs + ", and is free for " + bot.spare() + " more";
  }

  private static String next(BotsState state, Bot bot, GridOutlook.Coming next) {
    if (next == null) {
      int waiting = state.board().waiting().size() + state.queue().resting().size();
      return waiting == 0 ? "; no job waits" : "; no job that waits may run on it now";
    }
    return "; job "
        + next.job().name()
        + " is next"
        + (next.atMillis() == null || !bot.isFree()
            ? ""
            : ", in the iteration at " + SentenceParts.at(next.atMillis()));
  }

  private static String evicted(BotsState state, Bot bot) {
    JobEviction next = GridOutlook.eviction(state);
    return next == null || next.victim().bot() != bot
        ? ""
        : "; job "
            + next.job().name()
            + " evicts job "
            + next.victim().job().name()
            + " here at "
            + SentenceParts.at(next.atMillis());
  }

  /** Of jobs that are alike, only the first is a candidate. */
  private static List<Candidate> candidates(BotsState state, Bot bot, GridOutlook.Coming next) {
    List<Candidate> candidates = new ArrayList<>();
    if (next != null) {
      candidates.add(first(next).chosen(GridThings.job(next.job().name())));
    }
    boolean age = GridOutlook.byAge(state);
    List<Job> others = new ArrayList<>();
    state.board().waiting().forEach(bin -> others.addAll(bin.heads(age)));
    others.addAll(state.queue().resting());
    for (Job job : others) {
      if (next == null || job != next.job()) {
        JobBarrier barrier = JobBarrier.of(state, bot, next, job);
        candidates.add(BarrierPhrases.of(barrier, job, bot).lost(GridThings.job(job.name())));
      }
    }
    return candidates;
  }

  private static CitedReason first(GridOutlook.Coming next) {
    return switch (next.reason()) {
      case AGE -> new CitedReason("is the oldest that may run on it", "bots 3.1");
      case PRIORITY ->
          new CitedReason(
              "is the first by priority (" + next.job().priority() + ") that may run on it",
              "bots 3.1");
      case FETCHED -> new CitedReason("is taken along when the bot synchronises", "bots 9");
      case BELOW_MINIMUM, BELOW_MAXIMUM -> new CitedReason(ofQuota(next), "bots 3.2");
      default -> throw new IllegalArgumentException("no lease begins by " + next.reason());
    };
  }

  private static String ofQuota(GridOutlook.Coming next) {
    boolean minimum = next.reason() == dev.rota.bots.values.BotsReason.BELOW_MINIMUM;
    if (next.quota() == null) {
      return "instance "
          + next.job().instance()
          + (minimum ? " is below its minimum" : " is below its maximum")
          + " when a lease of the bot has ended";
    }
    return minimum
        ? QuotaPhrases.belowMinimum(next.quota())
        : QuotaPhrases.belowMaximum(next.quota());
  }
}
