package dev.rota.bots.queries;

import dev.rota.bots.model.Bin;
import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotClass;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.CohortShare;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobState.Queued;
import dev.rota.bots.model.Match;
import dev.rota.bots.model.QuotaRow;
import dev.rota.bots.rules.Tier;
import dev.rota.bots.values.BotHealth;
import dev.rota.bots.values.Pair;
import dev.rota.bots.values.Policy;
import dev.rota.domain.Why.Candidate;
import java.util.ArrayList;
import java.util.List;

/** Why a bot does not run a job that waits. */
final class Fit {
  private Fit() {}

  /** Returns the jobs' bin, also for a job that is on no board. */
  static Bin bin(BotsState state, Job job) {
    return job.state() instanceof Queued queued && !queued.resting()
        ? queued.bin()
        : state.board().asBin(new Bin.Key(job.instance(), job.spec().label(), job.spec().needs()));
  }

  /** Returns the match of a class that fits, or null. */
  static Match match(Bin bin, BotClass kind) {
    for (Match match : bin.matches()) {
      if (match.kind() == kind) {
        return match;
      }
    }
    return null;
  }

  /** Returns the first quota that lets the jobs run in this pass, for a bot of no cohort. */
  static QuotaRow open(Bin bin, Tier tier) {
    return bin.shares().stream()
        .map(CohortShare::quota)
        .filter(quota -> Tier.of(quota).compareTo(tier) <= 0)
        .findFirst()
        .orElseThrow();
  }

  /** Returns what keeps the bot from the bin's jobs even if it is free; null if nothing does. */
  static Because barrier(BotsState state, Bin bin, Bot bot) {
    if (!bot.kind().reaches(bin.pool())) {
      String serves = "serves instance " + bot.spec().instance();
      return new Because(serves + ", not " + bin.key().instance(), "bots 2");
    }
    List<Pair> missing = bot.kind().key().has().missing(bin.key().needs());
    if (!missing.isEmpty()) {
      return new Because("lacks " + Phrases.list(missing), "bots 2");
    }
    Match match = match(bin, bot.kind());
    return Tier.of(state.policy(), match) == Tier.CLOSED ? closed(state.policy(), match) : null;
  }

  /** Says why the quotas, or whom the assigner serves, close the bots to the jobs. */
  static Because closed(Policy policy, Match match) {
    Bin bin = match.bin();
    if (!bin.served()) {
      return new Because(
          "the assigner does not serve instance " + bin.key().instance(), "bots V018");
    }
    if (!policy.byCohort()) {
      return new Because(QuotaPhrases.atMaximum(match.quota()), "bots H7");
    }
    return match.ofCohort() ? full(policy, match) : notOfCohort(policy, match);
  }

  private static Because notOfCohort(Policy policy, Match match) {
    String cohort = match.kind().key().cohort();
    String label = "the label " + match.bin().key().label();
    if (!policy.scoring().cohortOnly()) {
      return new Because("no cohort has " + label, "bots 3.2");
    }
    return new Because(
        cohort == null ? "is of no cohort" : "cohort " + cohort + " does not have " + label,
        "bots 3.2");
  }

  private static Because full(Policy policy, Match match) {
    String cohort = match.kind().key().cohort();
    String instance = "instance " + match.bin().key().instance();
    boolean charged = policy.scoring().cohortOnly() || cohort != null;
    if (charged && match.quota() == null) {
      return new Because("cohort " + cohort + " has no quota for " + instance, "bots 3.2");
    }
    if (charged && Tier.of(match.quota()) == Tier.CLOSED) {
      return new Because(QuotaPhrases.atMaximum(match.quota()), "bots 4");
    }
    return new Because(
        "no cohort with label " + match.bin().key().label() + " has room for " + instance,
        "bots D10");
  }

  /** Returns every bot with why it has not got the job, by name. */
  static List<Candidate> bots(BotsState state, Job job) {
    Bin bin = bin(state, job);
    List<Candidate> bots = new ArrayList<>();
    for (Bot bot : state.allBots()) {
      bots.add(waits(state, bin, job, bot).lost(Kinds.bot(bot.name())));
    }
    return bots;
  }

  /** As {@code bots}, of a job that an iteration has considered and given no bot. */
  static List<Candidate> missed(BotsState state, Job job) {
    Bin bin = bin(state, job);
    List<Candidate> bots = new ArrayList<>();
    for (Bot bot : state.allBots()) {
      boolean open = bot.isFree() && barrier(state, bin, bot) == null;
      Because why = open ? unseen(state, bot) : waits(state, bin, job, bot);
      bots.add(why.lost(Kinds.bot(bot.name())));
    }
    return bots;
  }

  private static Because unseen(BotsState state, Bot bot) {
    boolean sampled = state.policy().scoring().samplesAll();
    boolean others = state.policy().byCohort() && state.policy().scoring().cohortOnly();
    if (sampled && !others) {
      return new Because("is free, and was not in the sample", "bots V053");
    }
    return new Because(
        "is free, and of cohort "
            + bot.spec().cohort()
            + (sampled
                ? ": it was not in the sample, or this was not its assigner"
                : ", whose assigner this was not"),
        "bots 3.2");
  }

  /** Says why the bot has not got the job. */
  static Because waits(BotsState state, Bin bin, Job job, Bot bot) {
    Because barrier = barrier(state, bin, bot);
    if (barrier != null) {
      return barrier;
    }
    if (bot.health() != BotHealth.OK) {
      return new Because("is " + bot.health(), "bots 1");
    }
    return bot.isFree()
        ? new Because("is free; " + rests(job), "bots 3")
        : new Because("is full: runs " + Phrases.leases(bot), "bots 1");
  }

  /** Which job goes first then is the rules' to say: they are asked about a bot, not about all. */
  private static String rests(Job job) {
    return job.state() instanceof Queued queued && queued.resting()
        ? "the job backs off until " + Phrases.at(job.scheduleAfter())
        : "the job waits for an iteration";
  }
}
