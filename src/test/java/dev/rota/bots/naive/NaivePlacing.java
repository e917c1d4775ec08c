package dev.rota.bots.naive;

import dev.rota.bots.LeaseReason;
import dev.rota.bots.Strategy;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/** Which bot a job gets, and that it gets it: sections 5 and 6. */
final class NaivePlacing {
  /** A bot and how it was found. */
  record Found(NaiveBot bot, Strategy strategy) {}

  private final NaiveGrid grid;
  private final NaiveVoice voice;
  private final NaiveChance chance;

  NaivePlacing(NaiveGrid grid, NaiveVoice voice, NaiveChance chance) {
    this.grid = grid;
    this.voice = voice;
    this.chance = chance;
  }

  /** The bot for the job among those that are asked for, or null. */
  Found choose(NaiveJob job, Predicate<NaiveBot> among) {
    List<NaiveBot> fitting =
        grid.bots.stream()
            .filter(among)
            .filter(bot -> grid.satisfies(bot, job))
            .sorted(Comparator.comparing(bot -> bot.name))
            .toList();
    boolean locality = !grid.rules.seed() && grid.rules.policy.getLocalityStrategy();
    if (locality && job.hint() != null) {
      List<NaiveBot> near = fitting.stream().filter(bot -> bot.hints.contains(job.hint())).toList();
      NaiveBot bot = sampled(job, near);
      if (bot != null) {
        return new Found(bot, Strategy.LOCALITY);
      }
    }
    NaiveBot bot = sampled(job, fitting);
    if (bot == null && grid.rules.seed()) {
      bot = best(job, fitting);
    }
    return bot == null ? null : new Found(bot, Strategy.CAPACITY);
  }

  private NaiveBot sampled(NaiveJob job, List<NaiveBot> fitting) {
    int size = grid.rules.policy.getSampleSize();
    if (size == 0) {
      return best(job, fitting);
    }
    // [5]: the seed looks at healthy bots only, the code at any
    List<NaiveBot> seen =
        grid.rules.seed() ? fitting.stream().filter(NaivePlacing::isFree).toList() : fitting;
    for (int round = 0; round < grid.rules.policy.getSampleAttempts(); round++) {
      NaiveBot bot = best(job, chance.sample(seen, size));
      if (bot != null) {
        return bot;
      }
    }
    return null;
  }

  private static boolean isFree(NaiveBot bot) {
    return bot.isWell() && bot.spare() > 0;
  }

  private NaiveBot best(NaiveJob job, List<NaiveBot> bots) {
    return bots.stream()
        .filter(NaivePlacing::isFree)
        .min(
            Comparator.<NaiveBot>comparingDouble(bot -> -rank(bot, job))
                .thenComparing(bot -> bot.name))
        .orElse(null);
  }

  private double rank(NaiveBot bot, NaiveJob job) {
    return grid.rules.seed() ? grid.score(bot, job) : bot.spare();
  }

  // [6]
  void bind(NaiveJob job, NaiveBot bot, Strategy strategy, LeaseReason reason) {
    double score = grid.score(bot, job);
    job.stage = NaiveJob.Stage.EXECUTING;
    job.bot = bot;
    job.startedAt = grid.now;
    bot.held.add(job);
    grid.charge(bot.cohort, job.instance(), 1);
    voice.started(job, strategy, grid.rules.seed() ? score : null, reason);
  }
}
