package dev.rota.bots.model;

import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.values.BotHealth;
import dev.rota.bots.values.BotSpec;
import dev.rota.bots.values.Code;
import dev.rota.bots.values.JobSpec;
import dev.rota.bots.values.LeaseEnd;
import dev.rota.bots.values.MatchStrategy;
import dev.rota.bots.values.Policy;
import dev.rota.bots.values.Reason;
import dev.rota.bots.values.Refusal;
import dev.rota.engine.Fact;
import java.util.List;

/** What can happen to a grid, each with its effect. */
public sealed interface BotsFact extends Fact<BotsState>
    permits JobFact,
        BotsFact.Awoken,
        BotsFact.Drawn,
        BotsFact.Paused,
        BotsFact.LeaseStarted,
        BotsFact.LeaseEnded,
        BotsFact.BotRegistered,
        BotsFact.BotRefreshed,
        BotsFact.BotSynchronised,
        BotsFact.HintRemembered,
        BotsFact.BotGone,
        BotsFact.BotRefused,
        BotsFact.PolicyApplied,
        BotsFact.PolicyRefused {
  /** When it happened, epoch ms: the turn's time, or that of the deadline. */
  long atMillis();

  /** Time has passed: backoffs are over. Nobody is told. */
  record Awoken(long atMillis) implements BotsFact {
    @Override
    public void applyTo(BotsState state) {
      state.awake(atMillis);
    }
  }

  /** Numbers were taken from the seeded stream. Nobody is told. */
  record Drawn(int count, long atMillis) implements BotsFact {
    @Override
    public void applyTo(BotsState state) {
      state.count(state.counters().drawn(count));
    }
  }

  /** The assigner pauses until then, and so long again while there is nothing to do. */
  record Paused(long nextIteration, long idlePause, long atMillis) implements BotsFact {
    @Override
    public void applyTo(BotsState state) {
      state.count(state.counters().paused(nextIteration, idlePause));
    }
  }

  /** The job is the bot's from now on, before the bot has heard of it. */
  record LeaseStarted(
      JobSpec job,
      String bot,
      String cohort,
      int attempt,
      MatchStrategy found,
      double score,
      Reason reason,
      long atMillis,
      String rule)
      implements BotsFact {
    /** Of a job that waits, on that bot. */
    public static LeaseStarted of(
        Policy policy,
        Job job,
        Bot bot,
        MatchStrategy found,
        Reason reason,
        long atMillis,
        String rule) {
      return new LeaseStarted(
          job.spec,
          bot.name(),
          bot.spec.cohort(),
          job.attempt(),
          found,
          Scores.score(policy.scoring(), job, bot),
          reason,
          atMillis,
          rule);
    }

    @Override
    public void applyTo(BotsState state) {
      state.bind(state.job(job.name()), state.bot(bot), found, atMillis);
    }
  }

  /** The bot no longer has the job; unless evicted, a fact says what becomes of it. */
  record LeaseEnded(
      JobSpec job,
      String bot,
      String cohort,
      int attempt,
      MatchStrategy found,
      LeaseEnd ending,
      Code code,
      Reason reason,
      long atMillis,
      String rule)
      implements BotsFact {
    @Override
    public void applyTo(BotsState state) {
      Job over = state.job(job.name());
      state.unbind((Leased) over.state);
      if (ending == LeaseEnd.EVICTED) {
        over.evictions++;
        state.requeue(over);
      }
    }
  }

  /** A bot lives, in a new session. */
  record BotRegistered(
      BotSpec bot, BotHealth health, int capacity, int priority, long expiresAt, long atMillis)
      implements BotsFact {
    @Override
    public void applyTo(BotsState state) {
      Bot registered = new Bot(bot, health, capacity, priority, expiresAt);
      registered.keepalive = expiresAt - atMillis;
      state.register(registered);
    }
  }

  /** What a heartbeat says of the bot itself. Nobody is told of it alone. */
  record BotRefreshed(
      String bot, BotHealth health, int capacity, int priority, long expiresAt, long atMillis)
      implements BotsFact {
    @Override
    public void applyTo(BotsState state) {
      Bot refreshed = state.bot(bot);
      refreshed.keepalive = expiresAt - atMillis;
      state.refresh(refreshed, health, capacity, priority, expiresAt);
    }
  }

  /** A heartbeat is worked off: these are the leases to go on with. */
  record BotSynchronised(
      String bot, String session, String cohort, List<String> leases, long expiresAt, long atMillis)
      implements BotsFact {
    @Override
    public void applyTo(BotsState state) {}
  }

  /** The bot did a job of that hint well, section 5. Nobody is told. */
  record HintRemembered(String bot, String hint, long atMillis) implements BotsFact {
    @Override
    public void applyTo(BotsState state) {
      state.remember(state.bot(bot), hint);
    }
  }

  /** A session is over; facts about all that it held went before. */
  record BotGone(
      String bot,
      String session,
      String cohort,
      Reason reason,
      String detail,
      long expiresAt,
      long atMillis)
      implements BotsFact {
    @Override
    public void applyTo(BotsState state) {
      state.part(state.bot(bot));
    }
  }

  /** A heartbeat that may not be. */
  record BotRefused(String bot, String session, Refusal reason, String detail, long atMillis)
      implements BotsFact {
    @Override
    public void applyTo(BotsState state) {}
  }

  /** Another policy is in force. */
  record PolicyApplied(Policy policy, long atMillis) implements BotsFact {
    @Override
    public void applyTo(BotsState state) {
      if (!policy.equals(state.policy())) {
        state.adopt(policy);
      }
    }
  }

  /** A policy that cannot be. */
  record PolicyRefused(Refusal reason, String detail, long atMillis) implements BotsFact {
    @Override
    public void applyTo(BotsState state) {}
  }
}
