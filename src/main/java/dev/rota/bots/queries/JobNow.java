package dev.rota.bots.queries;

import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.model.JobState.Over;
import dev.rota.bots.model.JobState.Queued;
import dev.rota.bots.model.QuotaRow;
import dev.rota.bots.rules.BotBarrier;
import dev.rota.bots.rules.EvictionProspect;
import dev.rota.bots.rules.GridOutlook;
import dev.rota.bots.rules.JobEviction;
import dev.rota.bots.rules.UnschedulableReason;
import dev.rota.bots.rules.WaitCause;
import dev.rota.kernel.domain.Why.Candidate;
import dev.rota.kernel.domain.Why.Reason;
import dev.rota.kernel.engine.Deadline;
import dev.rota.kernel.engine.Engine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Why a job waits, runs or is over. */
final class JobNow {
  private JobNow() {}

  static Reason of(BotsState state, Job job, long atMillis) {
    return switch (job.state()) {
      case Leased lease -> runs(state, lease);
      case Over over -> over(state, over);
      case Queued queued -> waits(state, job, queued, atMillis);
    };
  }

  private static Reason runs(BotsState state, Leased lease) {
    Job job = lease.job();
    Bot bot = lease.bot();
    long ends = GridOutlook.executionEnds(state, lease);
    JobEviction next = GridOutlook.eviction(state);
    return new Reason(
        "runs on bot "
            + bot.name()
            + " since "
            + SentenceParts.at(lease.startedAt())
            + " as attempt "
            + job.attempt()
            + ", found by "
            + lease.found()
            + "; its lease ends at "
            + SentenceParts.at(ends)
            + " at the latest; its bot is lost when silent until "
            + SentenceParts.at(bot.expiresAt())
            + (next == null || !next.victim().equals(lease)
                ? ""
                : "; " + next.job().name() + " evicts it at " + SentenceParts.at(next.atMillis())),
        "bots 6");
  }

  private static Reason over(BotsState state, Over over) {
    return new Reason(
        "is over"
            + (over.completedAt() < 0 ? "" : " since " + SentenceParts.at(over.completedAt()))
            + ": "
            + over.standing()
            + (over.code() == null ? "" : " with " + over.code())
            + "; its name is free at "
            + SentenceParts.at(GridOutlook.nameFree(state, over)),
        "bots 11");
  }

  private static Reason waits(BotsState state, Job job, Queued queued, long atMillis) {
    WaitCause waits = WaitCause.of(state, job);
    CitedReason cause = cause(waits);
    List<Candidate> candidates = new ArrayList<>();
    for (Bot bot : state.allBots()) {
      BotBarrier barrier = BotBarrier.waiting(state, job, bot);
      candidates.add(BarrierPhrases.of(barrier, bot).lost(GridThings.bot(bot.name())));
    }
    String evicts = "";
    if (!(waits instanceof WaitCause.Unschedulable)) {
      EvictionProspect prospect = EvictionProspect.of(state, job, atMillis);
      evicts = VictimPhrases.clause(prospect);
      candidates.addAll(victims(prospect, job));
    }
    candidates.sort(Comparator.comparing(one -> !one.chosen())); // those of a kind stay in order
    return new Reason(
        "waits "
            + cause.why()
            + parked(state, queued)
            + evicts
            + limit(state, job)
            + "; "
            + ahead(state, job),
        cause.rule(),
        candidates);
  }

  private static List<Candidate> victims(EvictionProspect prospect, Job job) {
    Leased chosen =
        prospect instanceof EvictionProspect.Evicts evicts ? evicts.eviction().victim() : null;
    return prospect instanceof EvictionProspect.InNeed need
        ? VictimPhrases.candidates(need.victims(), job, chosen)
        : List.of();
  }

  private static String parked(BotsState state, Queued queued) {
    return queued.parked() && !state.policy().onEvent()
        ? "; it is parked until there is a bot or a victim for it"
        : "";
  }

  private static String ahead(BotsState state, Job job) {
    int most = state.policy().limits().position();
    return "its position is " + new JobPositions(state, most).of(job).replace("~", "");
  }

  private static String limit(BotsState state, Job job) {
    long limit = GridOutlook.givenUpBehind(state, job);
    return limit == Engine.NEVER ? "" : "; it is given up behind " + SentenceParts.at(limit);
  }

  /** What a queued job waits for, in words that are the same for all that wait for it. */
  static String waitsFor(WaitCause waits) {
    return waits instanceof WaitCause.BackedOff
        ? "because it found nothing, and backs off"
        : cause(waits).why();
  }

  private static CitedReason cause(WaitCause waits) {
    return switch (waits) {
      case WaitCause.Unschedulable(UnschedulableReason why) -> never(why);
      case WaitCause.Unhealthy w ->
          new CitedReason(
              "because no bot that may run it is OK: " + BarrierPhrases.fits(w), "bots 1");
      case WaitCause.BackedOff(long triedAt, long untilMillis) ->
          new CitedReason(
              "because it found nothing at "
                  + SentenceParts.at(triedAt)
                  + " and backs off until "
                  + SentenceParts.at(untilMillis),
              "bots 3");
      case WaitCause.NextIteration(Deadline at) ->
          new CitedReason(
              at == null
                  ? "for this turn's assignments"
                  : "for the iteration at " + SentenceParts.at(at.atMillis()),
              "bots 3");
      case WaitCause.NoFreeBot(int bots) ->
          new CitedReason(
              bots == 1
                  ? "because the only bot that may run it is full"
                  : "because all " + bots + " bots that may run it are full",
              "bots 1");
      case WaitCause.QuotaUsedUp(QuotaRow quota) ->
          new CitedReason("because " + QuotaPhrases.atMaximum(quota), "bots 4");
    };
  }

  private static CitedReason never(UnschedulableReason never) {
    String why = never.missing() == null ? "no bot is registered" : never.missing();
    return switch (never.reason()) {
      case NO_BOT -> new CitedReason("because " + why, "bots 12");
      case NO_FITTING_BOT -> new CitedReason("because no bot fits: " + why, "bots 2");
      case NOT_SERVED -> new CitedReason("because it is not served: " + why, "bots V018");
      case MAX_QUOTA -> new CitedReason("because its maximum is 0: " + why, "bots 4");
      case NO_COHORT, NO_QUOTA -> new CitedReason("because no cohort takes it: " + why, "bots 3.2");
      default -> throw new IllegalArgumentException("no job waits for ever by " + never.reason());
    };
  }
}
