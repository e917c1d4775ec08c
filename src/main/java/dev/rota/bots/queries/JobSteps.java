package dev.rota.bots.queries;

import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobFact;
import dev.rota.bots.model.JobFact.JobBackedOff;
import dev.rota.bots.model.JobFact.JobCached;
import dev.rota.bots.model.JobFact.JobEnded;
import dev.rota.bots.model.JobFact.JobForgotten;
import dev.rota.bots.model.JobFact.JobJoined;
import dev.rota.bots.model.JobFact.JobLeftAlone;
import dev.rota.bots.model.JobFact.JobQueued;
import dev.rota.bots.model.JobFact.JobRefused;
import dev.rota.bots.model.JobFact.JobRetried;
import dev.rota.bots.model.JobFact.OperationCancelled;
import dev.rota.bots.rules.BotBarrier;
import dev.rota.kernel.domain.Why.Candidate;
import dev.rota.kernel.domain.Why.Reason;
import java.util.ArrayList;
import java.util.List;

/** What a step decided about a job, without its leases. */
final class JobSteps {
  private JobSteps() {}

  /** Returns null if the fact is about another job. */
  static Reason of(String job, BotsState before, JobFact fact) {
    return switch (fact) {
      case JobQueued f -> f.job().name().equals(job) ? queued(f) : null;
      case JobCached f ->
          f.job().name().equals(job)
              ? new Reason("is over at once: there is a result already", "bots 12")
              : null;
      case JobJoined f -> f.job().equals(job) ? joined(before, f) : null;
      case JobRefused f -> job.equals(f.job()) ? refused(f) : null;
      case OperationCancelled f -> f.job().equals(job) ? cancelled(f) : null;
      case JobBackedOff f -> f.job().equals(job) ? backedOff(before, f) : null;
      case JobLeftAlone f ->
          f.job().equals(job)
              ? new Reason("waits, and no bot can run it any more" + why(f), "bots 12")
              : null;
      case JobRetried f -> f.job().equals(job) ? retried(before, f) : null;
      case JobEnded f ->
          f.job().equals(job)
              ? new Reason("is over: " + EndingPhrases.job(f, before.policy().limits()), f.rule())
              : null;
      case JobForgotten f ->
          f.job().equals(job)
              ? new Reason(
                  "is forgotten after "
                      + before.policy().limits().retention()
                      + " ms: its name is free",
                  "bots 11")
              : null;
    };
  }

  private static String why(JobLeftAlone f) {
    return ": " + f.reason() + (f.missing() == null ? "" : ", " + SentenceParts.part(f.missing()));
  }

  private static Reason queued(JobQueued f) {
    String hopeless = f.reason() == null ? "" : "; no bot can run it: " + f.reason();
    return new Reason(
        "is queued for "
            + SentenceParts.instance(f.job().instance())
            + " with priority "
            + f.priority()
            + ", at position "
            + f.position()
            + hopeless
            + (f.missing() == null ? "" : ", " + SentenceParts.part(f.missing())),
        "bots 12");
  }

  private static Reason joined(BotsState before, JobJoined f) {
    Job job = before.job(f.job());
    String operation = "operation " + f.operation() + " joins it: the action is the same";
    return f.priority() == job.priority()
        ? new Reason(operation, "bots 12")
        : new Reason(
            operation + "; its priority is " + f.priority() + " now, not " + job.priority(),
            "bots V138");
  }

  private static Reason refused(JobRefused f) {
    return new Reason(
        "an input about it is refused: " + f.reason() + ", " + SentenceParts.part(f.detail()),
        f.rule());
  }

  private static Reason cancelled(OperationCancelled f) {
    return new Reason(
        "operation "
            + f.operation()
            + " is cancelled, "
            + (f.last() ? "and it was the last" : "and others want the job"),
        "bots 11");
  }

  private static Reason backedOff(BotsState before, JobBackedOff f) {
    List<Candidate> bots = new ArrayList<>();
    for (Bot bot : before.allBots()) {
      BotBarrier barrier = BotBarrier.missed(before, before.job(f.job()), bot);
      bots.add(BarrierPhrases.of(barrier, bot).lost(GridThings.bot(bot.name())));
    }
    return new Reason(
        "finds no bot and backs off until " + SentenceParts.at(f.until()) + ": " + f.reason(),
        "bots 3.1",
        bots);
  }

  private static Reason retried(BotsState before, JobRetried f) {
    return new Reason(
        "is queued again for attempt "
            + f.attempt()
            + ", try "
            + (before.job(f.job()).tries() + 1)
            + " of "
            + before.policy().limits().maxAttempts()
            + ": "
            + EndingPhrases.why(f.reason()),
        "bots 10");
  }
}
