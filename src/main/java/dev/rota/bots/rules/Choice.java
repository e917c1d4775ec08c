package dev.rota.bots.rules;

import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotClass;
import dev.rota.bots.model.BotsFact.LeaseStarted;
import dev.rota.bots.model.BotsView;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.Scores;
import dev.rota.bots.values.MatchStrategy;
import dev.rota.bots.values.Scoring;
import java.util.ArrayList;
import java.util.List;

/**
 * The bot chosen for a job, section 5.
 *
 * @param bot null if none
 */
public record Choice(Bot bot, MatchStrategy found) {
  private static final Choice NONE = new Choice(null, null);

  /** Chooses among the free bots of these classes, all of which can run the job. */
  public static Choice among(Scoring scoring, Job job, List<BotClass> kinds, Chance chance) {
    boolean local = !scoring.weighted() && scoring.localityStrategy() && job.spec().hint() != null;
    Bot near = local ? looked(scoring, job, kinds, chance, true) : null;
    if (near != null) {
      return new Choice(near, MatchStrategy.LOCALITY);
    }
    Bot bot = looked(scoring, job, kinds, chance, false);
    // The seed and the locality strategy fall back to any healthy bot; the code gives up (V053).
    if (bot == null && (scoring.weighted() || local)) {
      bot = best(scoring, job, kinds, false);
    }
    return bot == null ? NONE : new Choice(bot, MatchStrategy.CAPACITY);
  }

  /** Searches all or samples; {@code near} restricts it to bots with the job's hint. */
  private static Bot looked(
      Scoring scoring, Job job, List<BotClass> kinds, Chance chance, boolean near) {
    return scoring.sampleSize() == 0
        ? best(scoring, job, kinds, near)
        : sampled(scoring, job, kinds, chance, near);
  }

  private static Bot best(Scoring scoring, Job job, List<BotClass> kinds, boolean near) {
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
  private static Bot first(Scoring scoring, Job job, BotClass kind) {
    if (!scoring.weighted() || scoring.localityWeight() >= 0 || job.spec().hint() == null) {
      return kind.free().first();
    }
    for (Bot bot : kind.free()) {
      if (!Scores.hits(job, bot)) {
        return bot;
      }
    }
    return kind.free().first();
  }

  private static Bot better(Scoring scoring, Job job, Bot one, Bot other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return isBefore(Scores.score(scoring, job, one), one, Scores.score(scoring, job, other), other)
        ? one
        : other;
  }

  private static boolean isBefore(double score, Bot one, double others, Bot other) {
    return score == others ? byName(one, other) <= 0 : score > others;
  }

  /** Returns why a free bot is not chosen that can run the job. */
  static BotBarrier behind(BotsView view, Job job, LeaseStarted lease, Bot bot) {
    if (lease.found() == MatchStrategy.LOCALITY && !Scores.hits(job, bot)) {
      return new BotBarrier.NoHint(job.spec().hint());
    }
    Bot chosen = view.bot(lease.bot());
    double score = Scores.score(view.policy().scoring(), job, bot);
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
      Scoring scoring, Job job, List<BotClass> kinds, Chance chance, boolean near) {
    List<Bot> population = new ArrayList<>();
    for (BotClass kind : kinds) {
      // The code samples healthy and unhealthy bots that fit; the seed does not specify it.
      population.addAll(scoring.weighted() ? kind.free() : kind.members().values());
    }
    population.removeIf(bot -> near && !Scores.hits(job, bot));
    population.sort(Choice::byName);
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
