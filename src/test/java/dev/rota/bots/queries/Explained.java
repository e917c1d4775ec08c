package dev.rota.bots.queries;

import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Job;
import java.util.Map;

/** Answers of which each is a part of others. */
public final class Explained {
  private static final int AHEAD_MAX = 300;

  private Explained() {}

  /** Why a job waits. */
  public static Object job(BotsState state, Job job) {
    return Waiting.explain(state, job, AHEAD_MAX);
  }

  public static Object bot(BotsState state, Bot bot) {
    return Answers.bot(state, bot);
  }

  public static Object usage(BotsState state) {
    return Answers.usage(state);
  }

  public static Map<String, Object> check(BotsState state) {
    return Answers.check(state);
  }
}
