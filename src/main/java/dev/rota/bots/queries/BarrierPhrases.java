package dev.rota.bots.queries;

import dev.rota.bots.model.BinMatch;
import dev.rota.bots.model.Bot;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobBin;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.model.QuotaRow;
import dev.rota.bots.rules.BotBarrier;
import dev.rota.bots.rules.JobBarrier;
import dev.rota.bots.rules.VictimBarrier;
import dev.rota.bots.rules.WaitCause;
import dev.rota.bots.values.BotHealth;
import dev.rota.kernel.domain.DecimalText;

/** Why a bot and a job do not come together, in words. */
final class BarrierPhrases {
  private BarrierPhrases() {}

  /** What keeps the bot from a job. */
  static CitedReason of(BotBarrier barrier, Bot bot) {
    return switch (barrier) {
      case BotBarrier.OtherPool(String serves, String instance) ->
          new CitedReason(
              "serves "
                  + SentenceParts.instance(serves)
                  + ", not "
                  + SentenceParts.instance(instance),
              "bots 2");
      case BotBarrier.Lacking b ->
          new CitedReason("lacks " + SentenceParts.list(b.properties()), "bots 2");
      case BotBarrier.NoPass b -> closed(b);
      case BotBarrier.ChargeFails(QuotaRow quota) ->
          new CitedReason("its charge fails: " + QuotaPhrases.notBelowMinimum(quota), "bots V081");
      case BotBarrier.OtherAssigner(String cohort) ->
          new CitedReason("is not of cohort " + cohort, "bots 3.2");
      case BotBarrier.NotOk(BotHealth health) -> new CitedReason("is " + health, "bots 1");
      case BotBarrier.Full _ ->
          new CitedReason("is full: runs " + SentenceParts.leases(bot), "bots 1");
      // The bot may run the job, and the job went elsewhere or waits.
      case BotBarrier.SecondPass(String cohort) ->
          new CitedReason(
              "comes in the second pass only: in cohort "
                  + cohort
                  + " the instance is not below its minimum",
              "bots 3.2");
      case BotBarrier.BacksOff(long untilMillis) ->
          new CitedReason(
              "is free; the job backs off until " + SentenceParts.at(untilMillis), "bots 3");
      case BotBarrier.NotConsidered _ ->
          new CitedReason("is free; the job waits for an iteration", "bots 3");
      case BotBarrier.NotSynchronising _ ->
          new CitedReason("is free, and is not the one that synchronises", "bots 9");
      case BotBarrier.NotLooked b -> notLooked(b);
      case BotBarrier.NoHint(String hint) ->
          new CitedReason("does not have the hint " + hint, "bots V058");
      case BotBarrier.LowerScore(double score, double chosen) ->
          new CitedReason(
              "its score of "
                  + DecimalText.text(score)
                  + " is lower than "
                  + DecimalText.text(chosen),
              "bots 5");
      case BotBarrier.LargerName(String chosen) ->
          new CitedReason(
              "its score is the same, and " + chosen + " is the smaller name", "bots 5");
      case BotBarrier.NotSampled(double score) ->
          new CitedReason(
              "has a score of " + DecimalText.text(score) + ", and was not in the sample",
              "bots 5");
    };
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

  /** What keeps the job from the bot. */
  static CitedReason of(JobBarrier barrier, Job job, Bot bot) {
    return switch (barrier) {
      case JobBarrier.OnBot(BotBarrier on) -> {
        CitedReason why = of(on, bot);
        yield new CitedReason("bot " + bot.name() + ": " + why.why(), why.rule());
      }
      case JobBarrier.PassBehind(Job first) ->
          new CitedReason(
              first.name()
                  + " goes first: instance "
                  + first.instance()
                  + " is below its minimum, "
                  + job.instance()
                  + " is not",
              "bots 3.2");
      case JobBarrier.Behind b ->
          new CitedReason(b.first().name() + " goes first: " + order(b, job), "bots 3.1");
      case JobBarrier.BehindThen(Job first) ->
          new CitedReason(
              first.name() + " goes first when a lease of the bot has ended", "bots 3.2");
      case JobBarrier.NotConsidered(Job considered) ->
          new CitedReason(
              considered.name() + " is the one job that the iteration considered", "bots 3");
      case JobBarrier.BacksOff(long untilMillis) ->
          new CitedReason("backs off until " + SentenceParts.at(untilMillis), "bots 3");
      case JobBarrier.NothingComes _ ->
          new CitedReason("may run on it, and is not considered yet", "bots 3");
      case JobBarrier.OtherBotFirst _ ->
          new CitedReason("may run on it, and another bot goes first", "bots 5");
      case JobBarrier.LeftToAssigner _ ->
          new CitedReason("is left to the assigner: its backoff is over", "bots 9");
      case JobBarrier.Retried _ -> new CitedReason("was tried again in this call", "bots V118");
      case JobBarrier.NoRoomToFetch(String instance) ->
          new CitedReason(
              SentenceParts.instance(instance) + " has no room beside the bot's spare capacity",
              "bots 9");
      case JobBarrier.NotInNeed(QuotaRow quota) ->
          new CitedReason(QuotaPhrases.notBelowMinimum(quota), VictimPhrases.RULE);
      case JobBarrier.EvictsFrom(long atMillis) ->
          new CitedReason("may evict from " + SentenceParts.at(atMillis) + " on only", "bots D1");
      case JobBarrier.OtherNeeds(Leased victim) ->
          new CitedReason(
              "does not need what " + victim.job().name() + " needs", VictimPhrases.RULE);
      case JobBarrier.MayNotEvict(VictimBarrier why) -> {
        CitedReason spared = VictimPhrases.of(why, job);
        String victim = why.lease().job().name();
        yield new CitedReason("may not evict " + victim + ": " + spared.why(), spared.rule());
      }
    };
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
}
