package dev.rota.bots.rules;

import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotClass;
import dev.rota.bots.model.BotsFact.LeaseStarted;
import dev.rota.bots.model.BotsView;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.ScoringFormula;
import dev.rota.bots.values.MatchStrategy;
import dev.rota.bots.values.ScoringSettings;
import java.util.ArrayList;
import java.util.List;

/**
 * The bot chosen for a job, section 5.
 *
 * @param bot null if none
 */
public record BotChoice(Bot bot, MatchStrategy found) {
  private static final BotChoice NONE = new BotChoice(null, null);

  /** Chooses among the free bots of these classes, all of which can run the job. */
  public static BotChoice among(
      ScoringSettings scoring, Job job, List<BotClass> kinds, AssignerRandom chance) {
    boolean local = !scoring.weighted() && scoring.localityStrategy() && job.spec().hint() != null;
    Bot near = local ? looked(scoring, job, kinds, chance, true) : null;
    if (near != null) {
      return new BotChoice(near, MatchStrategy.LOCALITY);
    }
    Bot bot = looked(scoring, job, kinds, chance, false);
    // The seed and the locality strategy fall back to any healthy bot; the code gives up (V053).
    if (bot == null && (scoring.weighted() || local)) {
      bot = best(scoring, job, kinds, false);
    }
    return bot == null ? NONE : new BotChoice(bot, MatchStrategy.CAPACITY);
  }

  /** Searches all or samples; {@code near} restricts it to bots with the job's hint. */
  private static Bot looked(
      ScoringSettings scoring, Job job, List<BotClass> kinds, AssignerRandom chance, boolean near) {
    return scoring.sampleSize() == 0
        ? best(scoring, job, kinds, near)
        : sampled(scoring, job, kinds, chance, near);
  }

  private static Bot best(ScoringSettings scoring, Job job, List<BotClass> kinds, boolean near) {
    Bot best = null;
    for (BotClass kind : kinds) {
      if (!near && !kind.free().isEmpty()) {
        best = better(scoring, job, best, first(scoring, job, kind));
      }
      best = better(scoring, job, best, kind.bestHinted(job.spec().hint()));
    }
    return best;
  }

  /** The best by rank. If a locality hit lowers the score, the best without a hit. */
  private static Bot first(ScoringSettings scoring, Job job, BotClass kind) {
    if (!scoring.weighted() || scoring.localityWeight() >= 0 || job.spec().hint() == null) {
      return kind.free().first();
    }
    for (Bot bot : kind.free()) {
      if (!ScoringFormula.hits(job, bot)) {
        return bot;
      }
    }
    return kind.free().first();
  }

  private static Bot better(ScoringSettings scoring, Job job, Bot one, Bot other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return isBefore(
            ScoringFormula.score(scoring, job, one),
            one,
            ScoringFormula.score(scoring, job, other),
            other)
        ? one
        : other;
  }

  private static boolean isBefore(double score, Bot one, double others, Bot other) {
    return score == others ? byName(one, other) <= 0 : score > others;
  }

  /** Returns why a free bot is not chosen that can run the job. */
  static BotBarrier behind(BotsView view, Job job, LeaseStarted lease, Bot bot) {
    if (lease.found() == MatchStrategy.LOCALITY && !ScoringFormula.hits(job, bot)) {
      return new BotBarrier.NoHint(job.spec().hint());
    }
    Bot chosen = view.bot(lease.bot());
    double score = ScoringFormula.score(view.policy().scoring(), job, bot);
    if (!isBefore(lease.score(), chosen, score, bot)) {
      return new BotBarrier.NotSampled(score);
    }
    return score == lease.score()
        ? new BotBarrier.LargerName(lease.bot())
        : new BotBarrier.LowerScore(score, lease.score());
  }

  private static int byName(Bot one, Bot other) {
    return one.kind().names().compare(one.name(), other.name());
  }

  private static Bot sampled(
      ScoringSettings scoring, Job job, List<BotClass> kinds, AssignerRandom chance, boolean near) {
    List<Bot> population = new ArrayList<>();
    for (BotClass kind : kinds) {
      // The code samples healthy and unhealthy bots that fit; the seed does not specify it.
      population.addAll(scoring.weighted() ? kind.free() : kind.members().values());
    }
    population.removeIf(bot -> near && !ScoringFormula.hits(job, bot));
    population.sort(BotChoice::byName);
    for (int attempt = 0; attempt < scoring.sampleAttempts(); attempt++) {
      Bot best = null;
      for (Bot bot : chance.sample(population, scoring.sampleSize())) {
        if (bot.kind().free().contains(bot)) {
          best = better(scoring, job, best, bot);
        }
      }
      if (best != null) {
        return best;
      }
    }
    return null;
  }
}
