package dev.rota.testing.bad;

import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsView;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.Job.SortKey;
import dev.rota.bots.model.JobBin;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.model.QuotaRow;
import dev.rota.bots.model.ScoringFormula;
import dev.rota.bots.rules.QuotaTier;
import dev.rota.bots.values.BotsInstants;
import dev.rota.bots.values.GridPolicy;
import java.util.SortedSet;

/** Answers that decide themselves what the rules of bots decide: one rule per method. */
@SuppressWarnings("all") // all of it is wrong
final class BadBotAnswers {
  static boolean quota(QuotaRow quota) {
    return quota.isBelowMaximum();
  }

  static boolean order(Job one, Job other) {
    return Job.BY_PRIORITY.compare(one, other) < 0;
  }

  static SortKey key(Job one, Job other) {
    return SortKey.between(one, other, true);
  }

  static boolean pass(QuotaTier one, QuotaTier other) {
    return one.compareTo(other) < 0;
  }

  static boolean reach(Bot bot, JobBin bin) {
    return bot.kind().reaches(bin);
  }

  static boolean hit(Job job, Bot bot) {
    return ScoringFormula.hits(job, bot);
  }

  static long delay(GridPolicy policy, Job job) {
    return policy.preempting().from(job.queuedAt());
  }

  static boolean served(GridPolicy policy, Job job) {
    return policy.serves(job.instance());
  }

  static long until(long atMillis) {
    return BotsInstants.plus(atMillis, 1);
  }

  static SortedSet<Leased> victims(BotsView view, Job job) {
    return view.leases().running("c", job.spec().needs());
  }
}
