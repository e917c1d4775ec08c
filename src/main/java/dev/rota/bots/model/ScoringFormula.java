package dev.rota.bots.model;

import dev.rota.bots.values.ScoringSettings;

/** The scoring formula, section 5. */
public final class ScoringFormula {
  private ScoringFormula() {}

  /** A bot's score without locality. If the policy is unweighted, it is the spare capacity. */
  static double rank(ScoringSettings scoring, Bot bot) {
    return scoring.weighted()
        ? bot.profile.priority() * scoring.priorityWeight() + bot.spare() * scoring.capacityWeight()
        : bot.spare();
  }

  public static boolean hits(Job job, Bot bot) {
    return job.spec.hint() != null && bot.hints.contains(job.spec.hint());
  }

  /** A bot's score for the job, with locality. */
  public static double score(ScoringSettings scoring, Job job, Bot bot) {
    double rank = rank(scoring, bot);
    return scoring.weighted() && hits(job, bot) ? rank + scoring.localityWeight() : rank;
  }
}
