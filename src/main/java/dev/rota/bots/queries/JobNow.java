package dev.rota.bots.queries;

import dev.rota.bots.model.Bin;
import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.model.JobState.Over;
import dev.rota.bots.model.JobState.Queued;
import dev.rota.bots.model.Match;
import dev.rota.bots.model.QuotaRow;
import dev.rota.bots.rules.Eviction;
import dev.rota.bots.rules.Outlook;
import dev.rota.bots.rules.Tier;
import dev.rota.bots.rules.UnschedulableReason;
import dev.rota.bots.values.BotHealth;
import dev.rota.bots.values.Limits;
import dev.rota.bots.values.Times;
import dev.rota.domain.Why.Candidate;
import dev.rota.domain.Why.Reason;
import dev.rota.engine.Deadline;
import dev.rota.engine.Engine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Why a job waits, runs or is over. */
final class JobNow {
  private JobNow() {}

  static Reason of(BotsState state, Job job, long atMillis) {
    if (job.state() instanceof Leased lease) {
      return runs(state, lease);
    }
    return job.state() instanceof Over over
        ? over(state, over)
        : waits(state, job, (Queued) job.state(), atMillis);
  }

  private static Reason runs(BotsState state, Leased lease) {
    Job job = lease.job();
    Bot bot = lease.bot();
    long ends = Times.plus(lease.startedAt(), state.policy().limits().execution());
    Eviction next = Outlook.eviction(state);
    return new Reason(
        "runs on bot "
            + bot.name()
            + " since "
            + Phrases.at(lease.startedAt())
            + " as attempt "
            + job.attempt()
            + ", found by "
            + lease.found()
            + "; its lease ends at "
            + Phrases.at(ends)
            + " at the latest; its bot is lost when silent until "
            + Phrases.at(bot.expiresAt())
            + (next == null || !next.victim().equals(lease)
                ? ""
                : "; " + next.job().name() + " evicts it at " + Phrases.at(next.atMillis())),
        "bots 6");
  }

  private static Reason over(BotsState state, Over over) {
    long free = Times.plus(over.completedAt(), state.policy().limits().retention());
    return new Reason(
        "is over"
            + (over.completedAt() < 0 ? "" : " since " + Phrases.at(over.completedAt()))
            + ": "
            + over.standing()
            + (over.code() == null ? "" : " with " + over.code())
            + "; its name is free at "
            + Phrases.at(over.completedAt() < 0 ? Engine.NEVER : free),
        "bots 11");
  }

  private static Reason waits(BotsState state, Job job, Queued queued, long atMillis) {
    Bin bin = Fit.bin(state, job);
    UnschedulableReason never = UnschedulableReason.of(state, job.spec());
    Because cause = never == null ? cause(state, job, queued, bin) : never(never);
    List<Candidate> candidates = new ArrayList<>(Fit.bots(state, job));
    if (never == null) {
      candidates.addAll(Victims.of(state, bin, job, atMillis));
    }
    candidates.sort(Comparator.comparing(one -> !one.chosen())); // those of a kind stay in order
    return new Reason(
        "waits "
            + cause.why()
            + parked(state, queued)
            + (never == null ? Victims.clause(state, bin, job, atMillis) : "")
            + limit(state, job)
            + "; "
            + ahead(state, job),
        cause.rule(),
        candidates);
  }

  private static String parked(BotsState state, Queued queued) {
    return queued.parked() && !state.policy().onEvent()
        ? "; it is parked until there is a bot or a victim for it"
        : "";
  }

  private static String ahead(BotsState state, Job job) {
    int most = state.policy().limits().position();
    return "its position is " + new Positions(state, most).of(job).replace("~", "");
  }

  private static String limit(BotsState state, Job job) {
    long limit = state.policy().limits().queueAge();
    return limit == Limits.NONE
        ? ""
        : "; it is given up behind " + Phrases.at(Times.plus(job.queuedAt(), limit));
  }

  private static Because cause(BotsState state, Job job, Queued queued, Bin bin) {
    UnschedulableReason unhealthy = UnschedulableReason.unhealthy(state, job.spec());
    if (unhealthy != null) {
      return new Because("because no bot that may run it is OK: " + unhealthy.missing(), "bots 1");
    }
    return switch (Waiting.reason(state, queued)) {
      case Waiting.BACKED_OFF -> {
        String found = "because it found nothing at " + Phrases.at(job.triedAt());
        String rests = " and backs off until " + Phrases.at(job.scheduleAfter());
        yield new Because(found + rests, "bots 3");
      }
      case Waiting.NEXT_ITERATION -> new Because(iteration(state), "bots 3");
      case Waiting.NO_FREE_BOT -> new Because(full(state, bin), "bots 1");
      default -> quota(state, bin);
    };
  }

  private static Because never(UnschedulableReason never) {
    String why = never.missing() == null ? "no bot is registered" : never.missing();
    return switch (never.reason()) {
      case NO_BOT -> new Because("because " + why, "bots 12");
      case NO_FITTING_BOT -> new Because("because no bot fits: " + why, "bots 2");
      case NOT_SERVED -> new Because("because it is not served: " + why, "bots V018");
      case MAX_QUOTA -> new Because("because its maximum is 0: " + why, "bots 4");
      default -> new Because("because no cohort takes it: " + why, "bots 3.2");
    };
  }

  private static String iteration(BotsState state) {
    Deadline next = Outlook.iteration(state);
    return next == null
        ? "for this turn's assignments"
        : "for the iteration at " + Phrases.at(next.atMillis());
  }

  private static String full(BotsState state, Bin bin) {
    int healthy = 0;
    for (Match match : bin.matches()) {
      if (Tier.of(state.policy(), match) != Tier.CLOSED) {
        for (Bot bot : match.kind().members().values()) {
          healthy += bot.health() == BotHealth.OK ? 1 : 0;
        }
      }
    }
    return healthy == 1
        ? "because the only bot that may run it is full"
        : "because all " + healthy + " bots that may run it are full";
  }

  /** Of several closed cohorts, that of the first bot by name is told; candidates tell all. */
  private static Because quota(BotsState state, Bin bin) {
    Comparator<String> names = state.version().texts();
    Match first = null;
    for (Match match : bin.matches()) {
      boolean shut = Tier.of(state.policy(), match) == Tier.CLOSED;
      boolean full = shut && Tier.of(match.quota()) == Tier.CLOSED && match.quota() != null;
      boolean sooner = first == null || names.compare(name(match), name(first)) < 0;
      first = full && sooner ? match : first;
    }
    QuotaRow quota = first == null ? bin.shares().get(0).quota() : first.quota();
    return new Because("because " + QuotaPhrases.atMaximum(quota), "bots 4");
  }

  private static String name(Match match) {
    return match.kind().members().firstKey();
  }
}
