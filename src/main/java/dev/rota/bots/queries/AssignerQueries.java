package dev.rota.bots.queries;

import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotClass;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Job;
import dev.rota.bots.rules.AssignerIteration;
import dev.rota.bots.rules.AssignerPace;
import dev.rota.bots.rules.AssignerRandom;
import dev.rota.bots.rules.BotChoice;
import dev.rota.bots.rules.QuotaTier;
import dev.rota.kernel.domain.BadArgument;
import dev.rota.kernel.domain.Query;
import dev.rota.kernel.domain.QueryArguments;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Simulates the assigner to show its probabilities. Its random sequence does not advance. */
final class AssignerQueries {
  private static final long TIMES_MAX = 1_000_000;

  private AssignerQueries() {}

  static Map<String, Query<BotsState>> all() {
    return Map.of(
        "pause", Query.of(AssignerQueries::pause, "updated", "u"),
        "draw_stats", Query.of(AssignerQueries::drawStats, "n"),
        "match_stats", Query.of(AssignerQueries::matchStats, "job", "n"));
  }

  /** Returns the pause after an iteration (section 3). Arguments: updated (1: had a job), u. */
  private static Object pause(BotsState state, QueryArguments args) {
    boolean busy = args.number("updated", 0) == 1;
    return Map.of("ms", AssignerPace.pause(state.policy().pacing(), busy, jitter(args)));
  }

  private static double jitter(QueryArguments args) {
    String text =
        args.text("u")
            .orElseThrow(
                () -> new BadArgument("the query needs the argument 'u', a number from 0 to 1"));
    try {
      double u = Double.parseDouble(text);
      if (u >= 0 && u <= 1) {
        return u;
      }
    } catch (NumberFormatException _) {
      throw badJitter(text);
    }
    throw badJitter(text);
  }

  private static BadArgument badJitter(String text) {
    return new BadArgument("the argument 'u' is " + text + ": a number from 0 to 1");
  }

  private static int times(QueryArguments args) {
    long times = args.number("n");
    if (times < 1 || times > TIMES_MAX) {
      throw new BadArgument("the argument 'n' is " + times + ": from 1 to " + TIMES_MAX);
    }
    return (int) times;
  }

  /** Continues the random sequence from its current position. */
  private static AssignerRandom chance(BotsState state) {
    return new AssignerRandom.Seeded(state.policy().pacing().seed(), state.counters().draws());
  }

  /** Returns the share of the next n jobs chosen by priority (section 3.1). Arguments: n. */
  private static Object drawStats(BotsState state, QueryArguments args) {
    AssignerRandom chance = chance(state);
    int n = times(args);
    int byPriority = 0;
    for (int i = 0; i < n; i++) {
      byPriority += AssignerIteration.byAge(state.policy(), chance) ? 0 : 1;
    }
    return Map.of("priority_share", (double) byPriority / n);
  }

  /** Returns the share of n choices that each free bot gets (section 5). Arguments: job, n. */
  private static Object matchStats(BotsState state, QueryArguments args) {
    int n = times(args);
    String name = args.requiredText("job");
    Job job = state.job(name);
    if (job == null) {
      return Map.of("error", "NOT_FOUND");
    }
    List<BotClass> kinds = QuotaTier.open(state, job);
    Map<String, Integer> chosen = new TreeMap<>();
    state.allBots().forEach(bot -> chosen.put(bot.name(), 0));
    AssignerRandom chance = chance(state);
    int none = 0;
    for (int i = 0; i < n; i++) {
      Bot bot = BotChoice.among(state.policy().scoring(), job, kinds, chance).bot();
      if (bot == null) {
        none++;
      } else {
        chosen.merge(bot.name(), 1, Integer::sum);
      }
    }
    Map<String, Object> share = new TreeMap<>();
    chosen.forEach((bot, times) -> share.put(bot, (double) times / n));
    return Map.of("none", (double) none / n, "share", share);
  }
}
