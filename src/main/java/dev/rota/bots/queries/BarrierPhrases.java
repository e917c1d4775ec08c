package dev.rota.bots.queries;

import dev.rota.bots.model.BinMatch;
import dev.rota.bots.model.Bot;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobBin;
import dev.rota.bots.rules.BotBarrier;
import dev.rota.bots.rules.JobBarrier;
import dev.rota.bots.rules.VictimBarrier;
import dev.rota.bots.rules.WaitCause;
import dev.rota.kernel.domain.DecimalText;

/** Why a bot and a job do not come together, in words. */
final class BarrierPhrases {
  private BarrierPhrases() {}

  /** What keeps the bot from a job. */
  static CitedReason of(BotBarrier barrier, Bot bot) {
    if (barrier instanceof BotBarrier.OtherPool b) {
      return new CitedReason(
          "serves "
              + SentenceParts.instance(b.serves())
              + ", not "
              + SentenceParts.instance(b.instance()),
          "bots 2");
    }
    if (barrier instanceof BotBarrier.Lacking b) {
      return new CitedReason("lacks " + SentenceParts.list(b.properties()), "bots 2");
    }
    if (barrier instanceof BotBarrier.NoPass b) {
      return closed(b);
    }
    if (barrier instanceof BotBarrier.ChargeFails b) {
      return new CitedReason(
          "its charge fails: " + QuotaPhrases.notBelowMinimum(b.quota()), "bots V081");
    }
    if (barrier instanceof BotBarrier.OtherAssigner b) {
      return new CitedReason("is not of cohort " + b.cohort(), "bots 3.2");
    }
    if (barrier instanceof BotBarrier.NotOk b) {
      return new CitedReason("is " + b.health(), "bots 1");
    }
    if (barrier instanceof BotBarrier.Full) {
      return new CitedReason("is full: runs " + SentenceParts.leases(bot), "bots 1");
    }
    return free(barrier);
  }

  /** Names a bot that fits, and says why it gets no job. */
  static String fits(WaitCause.Unhealthy waits) {
    return "bot " + waits.bot().name() + " fits, and " + of(waits.why(), waits.bot()).why();
  }

  private static CitedReason closed(BotBarrier.NoPass barrier) {
    BinMatch match = barrier.match();
    JobBin.Key jobs = match.bin().key();
    String instance = SentenceParts.instance(jobs.instance());
    String label = "the label " + jobs.label();
    String cohort = match.kind().key().cohort();
    return switch (barrier.why()) {
      case NOT_SERVED -> new CitedReason("the assigner does not serve " + instance, "bots V018");
      case NO_COHORT -> new CitedReason("no cohort has " + label, "bots 3.2");
      case OTHER_LABEL ->
          new CitedReason(
              cohort == null ? "is of no cohort" : "cohort " + cohort + " does not have " + label,
              "bots 3.2");
      case NO_QUOTA ->
          new CitedReason("cohort " + cohort + " has no quota for " + instance, "bots 3.2");
      case AT_MAXIMUM ->
          new CitedReason(
              QuotaPhrases.atMaximum(match.quota()), barrier.byCohort() ? "bots 4" : "bots H7");
      case NO_ROOM ->
          new CitedReason(
              "no cohort with label " + jobs.label() + " has room for " + instance, "bots D10");
      case FIRST, SECOND, OTHER_ASSIGNER ->
          throw new IllegalArgumentException("nothing is closed: " + barrier.why());
    };
  }

  /** The bot may run the job, and the job went elsewhere or waits. */
  private static CitedReason free(BotBarrier barrier) {
    if (barrier instanceof BotBarrier.SecondPass b) {
      return new CitedReason(
          "comes in the second pass only: in cohort "
              + b.cohort()
              + " the instance is not below its minimum",
          "bots 3.2");
    }
    if (barrier instanceof BotBarrier.BacksOff b) {
      return new CitedReason(
          "is free; the job backs off until " + SentenceParts.at(b.untilMillis()), "bots 3");
    }
    if (barrier instanceof BotBarrier.NotConsidered) {
      return new CitedReason("is free; the job waits for an iteration", "bots 3");
    }
    if (barrier instanceof BotBarrier.NotSynchronising) {
      return new CitedReason("is free, and is not the one that synchronises", "bots 9");
    }
    return barrier instanceof BotBarrier.NotLooked b ? notLooked(b) : scored(barrier);
  }

  private static CitedReason notLooked(BotBarrier.NotLooked barrier) {
    if (barrier.sampled() && !barrier.ofOthers()) {
      return new CitedReason("is free, and was not in the sample", "bots V053");
    }
    return new CitedReason(
        "is free, and of cohort "
            + barrier.cohort()
            + (barrier.sampled()
                ? ": it was not in the sample, or this was not its assigner"
                : ", whose assigner this was not"),
        "bots 3.2");
  }

  private static CitedReason scored(BotBarrier barrier) {
    if (barrier instanceof BotBarrier.NoHint b) {
      return new CitedReason("does not have the hint " + b.hint(), "bots V058");
    }
    if (barrier instanceof BotBarrier.LowerScore b) {
      return new CitedReason(
          "its score of "
              + DecimalText.text(b.score())
              + " is lower than "
              + DecimalText.text(b.chosen()),
          "bots 5");
    }
    if (barrier instanceof BotBarrier.LargerName b) {
      return new CitedReason(
          "its score is the same, and " + b.chosen() + " is the smaller name", "bots 5");
    }
    BotBarrier.NotSampled b = (BotBarrier.NotSampled) barrier;
    return new CitedReason(
        "has a score of " + DecimalText.text(b.score()) + ", and was not in the sample", "bots 5");
  }

  /** What keeps the job from the bot. */
  static CitedReason of(JobBarrier barrier, Job job, Bot bot) {
    if (barrier instanceof JobBarrier.OnBot b) {
      CitedReason why = of(b.why(), bot);
      return new CitedReason("bot " + bot.name() + ": " + why.why(), why.rule());
    }
    if (barrier instanceof JobBarrier.PassBehind b) {
      return new CitedReason(
          b.first().name()
              + " goes first: instance "
              + b.first().instance()
              + " is below its minimum, "
              + job.instance()
              + " is not",
          "bots 3.2");
    }
    if (barrier instanceof JobBarrier.Behind b) {
      return new CitedReason(b.first().name() + " goes first: " + order(b, job), "bots 3.1");
    }
    if (barrier instanceof JobBarrier.BehindThen b) {
      String goes = b.first().name() + " goes first when a lease of the bot has ended";
      return new CitedReason(goes, "bots 3.2");
    }
    if (barrier instanceof JobBarrier.NotConsidered b) {
      return new CitedReason(
          b.considered().name() + " is the one job that the iteration considered", "bots 3");
    }
    return waits(barrier, job);
  }

  private static String order(JobBarrier.Behind barrier, Job job) {
    Job first = barrier.first();
    return switch (barrier.by()) {
      case PRIORITY -> "priority " + first.priority() + " before " + job.priority();
      case QUEUED_AT ->
          "queued at "
              + SentenceParts.at(first.queuedAt())
              + ", before "
              + SentenceParts.at(job.queuedAt());
      case SUBMITTED -> "submitted before " + job.name();
    };
  }

  private static CitedReason waits(JobBarrier barrier, Job job) {
    if (barrier instanceof JobBarrier.BacksOff b) {
      return new CitedReason("backs off until " + SentenceParts.at(b.untilMillis()), "bots 3");
    }
    if (barrier instanceof JobBarrier.NothingComes) {
      return new CitedReason("may run on it, and is not considered yet", "bots 3");
    }
    if (barrier instanceof JobBarrier.OtherBotFirst) {
      return new CitedReason("may run on it, and another bot goes first", "bots 5");
    }
    if (barrier instanceof JobBarrier.LeftToAssigner) {
      return new CitedReason("is left to the assigner: its backoff is over", "bots 9");
    }
    if (barrier instanceof JobBarrier.Retried) {
      return new CitedReason("was tried again in this call", "bots V118");
    }
    return barrier instanceof JobBarrier.NoRoomToFetch b
        ? new CitedReason(
            SentenceParts.instance(b.instance()) + " has no room beside the bot's spare capacity",
            "bots 9")
        : evicts(barrier, job);
  }

  private static CitedReason evicts(JobBarrier barrier, Job job) {
    if (barrier instanceof JobBarrier.NotInNeed b) {
      return new CitedReason(QuotaPhrases.notBelowMinimum(b.quota()), VictimPhrases.RULE);
    }
    if (barrier instanceof JobBarrier.EvictsFrom b) {
      return new CitedReason(
          "may evict from " + SentenceParts.at(b.atMillis()) + " on only", "bots D1");
    }
    if (barrier instanceof JobBarrier.OtherNeeds b) {
      String victim = b.victim().job().name();
      return new CitedReason("does not need what " + victim + " needs", VictimPhrases.RULE);
    }
    VictimBarrier why = ((JobBarrier.MayNotEvict) barrier).why();
    CitedReason spared = VictimPhrases.of(why, job);
    String victim = why.lease().job().name();
    return new CitedReason("may not evict " + victim + ": " + spared.why(), spared.rule());
  }
}
