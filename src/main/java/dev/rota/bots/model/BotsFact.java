package dev.rota.bots.model;

import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.values.BotProfile;
import dev.rota.bots.values.BotSpec;
import dev.rota.bots.values.BotsReason;
import dev.rota.bots.values.GridPolicy;
import dev.rota.bots.values.GrpcStatus;
import dev.rota.bots.values.JobSpec;
import dev.rota.bots.values.LeaseEnd;
import dev.rota.bots.values.MatchStrategy;
import dev.rota.bots.values.RefusalReason;
import dev.rota.kernel.engine.Fact;
import java.util.List;

/** What can happen in a grid. Each fact applies its own effect to the state. */
public sealed interface BotsFact extends Fact<BotsState>
    permits JobFact,
        BotsFact.LeaseStarted,
        BotsFact.LeaseEnded,
        BotsFact.BotFact,
        BotsFact.GridFact {
  /** Epoch ms: the time of the turn or of the deadline. */
  long atMillis();

  /** What can happen to a bot, except for its leases. */
  sealed interface BotFact extends BotsFact {}

  /** What can happen to the grid as a whole. */
  sealed interface GridFact extends BotsFact {}

  /** Time has passed and elapsed backoffs end. Not published. */
  record Awoken(long atMillis) implements GridFact {
    @Override
    public void applyTo(BotsState state) {
      state.awake(atMillis);
    }
  }

  /** Numbers were drawn from the seeded stream. Not published. */
  record Drawn(int count, long atMillis) implements GridFact {
    @Override
    public void applyTo(BotsState state) {
      state.count(state.counters().drawn(count));
    }
  }

  /** The assigner pauses until {@code nextIteration}, then for {@code idlePause} ms if idle. */
  record Paused(long nextIteration, long idlePause, long atMillis) implements GridFact {
    @Override
    public void applyTo(BotsState state) {
      state.count(state.counters().paused(nextIteration, idlePause));
    }
  }

  /**
   * A lease of the job on the bot starts, before the bot learns of it.
   *
   * @param session the bot's
   */
  record LeaseStarted(
      JobSpec job,
      String bot,
      String session,
      String cohort,
      int attempt,
      MatchStrategy found,
      double score,
      BotsReason reason,
      long atMillis,
      String rule)
      implements BotsFact {
    /** Returns the lease of a queued job on the bot. */
    public static LeaseStarted of(
        GridPolicy policy,
        Job job,
        Bot bot,
        MatchStrategy found,
        BotsReason reason,
        long atMillis,
        String rule) {
      return new LeaseStarted(
          job.spec,
          bot.name(),
          bot.spec.session(),
          bot.spec.cohort(),
          job.attempt(),
          found,
          ScoringFormula.score(policy.scoring(), job, bot),
          reason,
          atMillis,
          rule);
    }

    @Override
    public void applyTo(BotsState state) {
      state.bind(state.job(job.name()), state.bot(bot), found, atMillis);
    }
  }

  /** A lease ends. Unless it was evicted, a further fact gives the job's next state. */
  record LeaseEnded(
      JobSpec job,
      String bot,
      String session,
      String cohort,
      int attempt,
      MatchStrategy found,
      LeaseEnd ending,
      GrpcStatus code,
      BotsReason reason,
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

  /** A bot is registered in a new session. */
  record BotRegistered(BotSpec bot, BotProfile profile, long expiresAt, long atMillis)
      implements BotFact {
    @Override
    public void applyTo(BotsState state) {
      Bot registered = new Bot(bot, profile, expiresAt, state.version());
      registered.keepalive = expiresAt - atMillis;
      state.register(registered);
    }
  }

  /** A heartbeat updated the bot's own fields. Not published on its own. */
  record BotRefreshed(String bot, BotProfile profile, long expiresAt, long atMillis)
      implements BotFact {
    @Override
    public void applyTo(BotsState state) {
      Bot refreshed = state.bot(bot);
      refreshed.keepalive = expiresAt - atMillis;
      state.refresh(refreshed, profile, expiresAt);
    }
  }

  /** A heartbeat is processed: these are the leases that continue. */
  record BotSynchronised(
      String bot, String session, String cohort, List<String> leases, long expiresAt, long atMillis)
      implements BotFact {
    @Override
    public void applyTo(BotsState state) {}
  }

  /** The bot completed a job with this hint, section 5. Not published. */
  record HintRemembered(String bot, String hint, long atMillis) implements BotFact {
    @Override
    public void applyTo(BotsState state) {
      state.remember(state.bot(bot), hint);
    }
  }

  /** A session ended. Facts about all its leases precede this one. */
  record BotGone(
      String bot,
      String session,
      String cohort,
      BotsReason reason,
      String detail,
      long expiresAt,
      long atMillis)
      implements BotFact {
    @Override
    public void applyTo(BotsState state) {
      state.part(state.bot(bot));
    }
  }

  /** A heartbeat is refused. */
  record BotRefused(String bot, String session, RefusalReason reason, String detail, long atMillis)
      implements BotFact {
    @Override
    public void applyTo(BotsState state) {}
  }

  /** A new policy takes effect. */
  record PolicyApplied(GridPolicy policy, long atMillis) implements GridFact {
    @Override
    public void applyTo(BotsState state) {
      if (!policy.equals(state.policy())) {
        state.adopt(policy);
      }
    }
  }

  /** The lane adopts these rules, and has this policy from now on. Not published. */
  record RulesAdopted(GridPolicy policy, long atMillis) implements GridFact {
    @Override
    public void applyTo(BotsState state) {
      state.adopt(policy);
      state.countLeases();
    }
  }

  /** A policy is refused. */
  record PolicyRefused(RefusalReason reason, String detail, long atMillis) implements GridFact {
    @Override
    public void applyTo(BotsState state) {}
  }
}
