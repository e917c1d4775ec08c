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

  private List<NaiveBot> fitting(NaiveJob job, Predicate<NaiveBot> among) {
    return grid.bots.stream()
        .filter(among)
        .filter(bot -> grid.satisfies(bot, job))
        .sorted(Comparator.comparing(bot -> bot.name, NaiveProperties::byBytes))
        .toList();
  }

  /** Whether there is a free bot for it. */
  boolean isAny(NaiveJob job, Predicate<NaiveBot> among) {
    return fitting(job, among).stream().anyMatch(NaivePlacing::isFree);
  }

  /** As below, where nobody may wait for a sample to hit. */
  Found chooseSurely(NaiveJob job, Predicate<NaiveBot> among) {
    Found found = choose(job, among);
    return found == null ? new Found(best(job, fitting(job, among)), Strategy.CAPACITY) : found;
  }

  /** The bot for the job among those that are asked for, or null. */
  Found choose(NaiveJob job, Predicate<NaiveBot> among) {
    List<NaiveBot> fitting = fitting(job, among);
    boolean locality =
        !grid.rules.seed() && grid.rules.policy.getLocalityStrategy() && job.hint() != null;
    if (locality) {
      NaiveBot near =
          sampled(job, fitting.stream().filter(bot -> bot.hints.contains(job.hint())).toList());
      if (near != null) {
        return new Found(near, Strategy.LOCALITY);
      }
    }
    NaiveBot bot = sampled(job, fitting);
    if (bot == null && (grid.rules.seed() || locality)) {
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
            Comparator.<NaiveBot>comparingDouble(bot -> 0.0 - grid.rank(bot, job))
                .thenComparing(bot -> bot.name, NaiveProperties::byBytes))
        .orElse(null);
  }

  void bind(NaiveJob job, Found found, LeaseReason reason) {
    bind(job, found, reason, grid.rank(found.bot(), job));
  }

  // [6]
  void bind(NaiveJob job, Found found, LeaseReason reason, double score) {
    NaiveBot bot = found.bot();
    job.stage = NaiveJob.Stage.EXECUTING;
    job.bot = bot;
    job.startedAt = grid.now;
    job.found = found.strategy();
    bot.held.add(job);
    grid.charge(bot.cohort, job.instance(), 1);
    voice.started(job, score, reason);
  }
}
