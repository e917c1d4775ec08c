package dev.rota.bots.model;

import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.rules.TestBot;
import dev.rota.bots.values.BotHealth;
import dev.rota.bots.values.MatchStrategy;

/** What a scenario begins with, where no input leads there. */
public final class Given {
  private Given() {}

  public static void charge(BotsState state, String cohort, String instance, int leases) {
    state.charge(cohort, instance, leases);
  }

  /** Another writer holds the job. */
  public static void lock(BotsState state, Job job) {
    state.board().leave(job);
  }

  public static void unlock(BotsState state, Job job) {
    state.board().enter(job);
  }

  /** Another writer holds the bot. */
  public static void lock(BotsState state, Bot bot) {
    state.board().hide(bot);
  }

  public static void unlock(BotsState state, Bot bot) {
    state.board().refresh(bot);
  }

  public static void health(Bot bot, BotHealth health) {
    bot.profile = TestBot.of(bot).health(health).profile();
  }

  public static void evictions(Job job, int evictions) {
    job.evictions = evictions;
  }

  public static void tries(Job job, int tries) {
    job.tries = tries;
  }

  public static void bot(BotsState state, Bot bot) {
    state.register(bot);
  }

  /** The bot holds a job, and nothing else knows of it. */
  public static void held(Bot bot, Job job) {
    bot.held.put(job.name(), new Leased(job, bot, MatchStrategy.CAPACITY, 0));
  }

  /** The lease of a job that runs. */
  public static Leased lease(BotsState state, String job) {
    return (Leased) state.job(job).state();
  }

  /** The bot was heard of, and is lost at another time. */
  public static void expiry(BotsState state, Bot bot, long expiresAt) {
    state.refresh(bot, bot.profile, expiresAt);
  }
}
