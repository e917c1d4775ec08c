package dev.rota.bots.wire;

import dev.rota.bots.JobOutcome;
import dev.rota.bots.JobOutcomeKind;
import dev.rota.bots.JobReason;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.JobFact.JobBackedOff;
import dev.rota.bots.model.JobFact.JobCached;
import dev.rota.bots.model.JobFact.JobEnded;
import dev.rota.bots.model.JobFact.JobForgotten;
import dev.rota.bots.model.JobFact.JobJoined;
import dev.rota.bots.model.JobFact.JobQueued;
import dev.rota.bots.model.JobFact.JobRefused;
import dev.rota.bots.model.JobFact.JobRetried;
import dev.rota.bots.model.JobFact.OperationCancelled;
import dev.rota.bots.values.Code;
import dev.rota.bots.values.Reason;

/** What becomes of jobs, as records. */
final class JobOutcomes {
  private JobOutcomes() {}

  /** The outcome, or null when the fact is about something else. */
  static JobOutcome of(BotsFact fact) {
    if (fact instanceof JobQueued f) {
      return queued(f);
    }
    if (fact instanceof JobEnded f) {
      return ended(f);
    }
    if (fact instanceof JobRefused f) {
      return new JobOutcome(
          f.job(),
          f.operation(),
          f.instance(),
          JobOutcomeKind.REFUSED,
          Symbols.ofJob(f.reason()),
          f.detail(),
          null,
          null,
          null,
          null);
    }
    if (fact instanceof JobJoined f) {
      return plain(f.job(), f.operation(), f.instance(), JobOutcomeKind.JOINED, null);
    }
    if (fact instanceof JobCached f) {
      return plain(f.job().name(), f.operation(), f.job().instance(), JobOutcomeKind.CACHED, null);
    }
    if (fact instanceof OperationCancelled f) {
      return plain(
          f.job(),
          f.operation(),
          f.instance(),
          JobOutcomeKind.OPERATION_CANCELLED,
          f.last() ? Reason.OPERATIONS_CANCELLED : Reason.OPERATIONS_LEFT);
    }
    if (fact instanceof JobForgotten f) {
      return plain(f.job(), null, f.instance(), JobOutcomeKind.FORGOTTEN, f.reason());
    }
    return again(fact);
  }

  private static JobOutcome again(BotsFact fact) {
    if (fact instanceof JobBackedOff f) {
      return new JobOutcome(
          f.job(),
          null,
          f.instance(),
          JobOutcomeKind.BACKED_OFF,
          reason(f.reason()),
          null,
          null,
          f.until(),
          null,
          null);
    }
    if (fact instanceof JobRetried f) {
      return new JobOutcome(
          f.job(),
          null,
          f.instance(),
          JobOutcomeKind.RETRIED,
          reason(f.reason()),
          null,
          null,
          null,
          f.attempt(),
          null);
    }
    return null;
  }

  private static JobOutcome queued(JobQueued f) {
    boolean hopeless = f.reason() != null && f.reason() != Reason.NO_BOT;
    return new JobOutcome(
        f.job().name(),
        f.operation(),
        f.job().instance(),
        hopeless ? JobOutcomeKind.UNSCHEDULABLE : JobOutcomeKind.QUEUED,
        reason(f.reason()),
        f.missing(),
        f.position(),
        null,
        null,
        null);
  }

  private static JobOutcome ended(JobEnded f) {
    return new JobOutcome(
        f.job(),
        null,
        f.instance(),
        f.cancelled() && f.code() != Code.DEADLINE_EXCEEDED
            ? JobOutcomeKind.CANCELLED
            : JobOutcomeKind.COMPLETED,
        reason(f.reason()),
        null,
        null,
        null,
        f.attempt(),
        f.code() == null ? null : f.code().name());
  }

  private static JobOutcome plain(
      String job, String operation, String instance, JobOutcomeKind outcome, Reason reason) {
    return new JobOutcome(
        job, operation, instance, outcome, reason(reason), null, null, null, null, null);
  }

  private static JobReason reason(Reason reason) {
    return reason == null ? null : Symbols.ofJob(reason);
  }
}
