package dev.rota.bots.wire;

import dev.rota.bots.JobOutcome;
import dev.rota.bots.JobOutcomeKind;
import dev.rota.bots.JobReason;
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
import dev.rota.bots.model.JobState.Over;
import dev.rota.bots.values.BotsReason;
import dev.rota.bots.values.GrpcStatus;
import dev.rota.kernel.domain.OpaqueBytes;
import dev.rota.kernel.domain.Output;

/** Converts facts about jobs to outcome records. */
final class JobOutcomes {
  private JobOutcomes() {}

  static Output of(String grid, JobFact fact) {
    return switch (fact) {
      case JobQueued f -> BotsOutputConverter.outcome(grid, f, queued(f), "bots 12");
      case JobEnded f -> BotsOutputConverter.outcome(grid, f, ended(f), f.rule());
      case JobRefused f -> BotsOutputConverter.outcome(grid, f, refused(f), f.rule());
      case JobJoined f -> {
        JobOutcome joined =
            plain(f.job(), f.operation(), f.instance(), JobOutcomeKind.JOINED, null);
        yield BotsOutputConverter.outcome(grid, f, joined, "bots 12");
      }
      case JobCached f -> {
        JobOutcome cached =
            plain(f.job().name(), f.operation(), f.job().instance(), JobOutcomeKind.CACHED, null);
        yield BotsOutputConverter.outcome(grid, f, cached, "bots 12");
      }
      case OperationCancelled f -> {
        BotsReason left = f.last() ? BotsReason.OPERATIONS_CANCELLED : BotsReason.OPERATIONS_LEFT;
        JobOutcome cancelled =
            plain(f.job(), f.operation(), f.instance(), JobOutcomeKind.OPERATION_CANCELLED, left);
        yield BotsOutputConverter.outcome(grid, f, cancelled, "bots 11");
      }
      case JobForgotten f -> {
        JobOutcome forgotten =
            plain(f.job(), null, f.instance(), JobOutcomeKind.FORGOTTEN, f.reason());
        yield BotsOutputConverter.outcome(grid, f, forgotten, "bots 11");
      }
      case JobBackedOff f -> BotsOutputConverter.outcome(grid, f, backedOff(f), "bots 3.1");
      case JobLeftAlone f -> BotsOutputConverter.outcome(grid, f, alone(f), "bots 12");
      case JobRetried f -> BotsOutputConverter.outcome(grid, f, retried(f), "bots 10");
    };
  }

  private static JobOutcome refused(JobRefused f) {
    JobReason reason = BotsSymbols.ofJob(f.reason());
    return said(f.job(), f.operation(), f.instance(), JobOutcomeKind.REFUSED, reason, f.detail());
  }

  private static JobOutcome alone(JobLeftAlone f) {
    JobReason reason = reason(f.reason());
    return said(f.job(), null, f.instance(), JobOutcomeKind.UNSCHEDULABLE, reason, f.missing());
  }

  private static JobOutcome plain(
      String job, String operation, String instance, JobOutcomeKind outcome, BotsReason reason) {
    return said(job, operation, instance, outcome, reason(reason), null);
  }

  /** It has no place in the queue, no time and no attempt. */
  private static JobOutcome said(
      String job,
      String operation,
      String instance,
      JobOutcomeKind outcome,
      JobReason reason,
      String detail) {
    return new JobOutcome(
        job, operation, instance, outcome, reason, detail, null, null, null, null, null);
  }

  private static JobOutcome queued(JobQueued f) {
    boolean hopeless = f.reason() != null && f.reason() != BotsReason.NO_BOT;
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
        null,
        null);
  }

  private static JobOutcome backedOff(JobBackedOff f) {
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
        null,
        null);
  }

  private static JobOutcome retried(JobRetried f) {
    return attempted(
        f.job(),
        f.instance(),
        JobOutcomeKind.RETRIED,
        reason(f.reason()),
        f.attempt(),
        null,
        f.result());
  }

  private static JobOutcome ended(JobEnded f) {
    Over over = f.over();
    return attempted(
        f.job(),
        f.instance(),
        over.cancelled() && over.code() != GrpcStatus.DEADLINE_EXCEEDED
            ? JobOutcomeKind.CANCELLED
            : JobOutcomeKind.COMPLETED,
        reason(f.reason()),
        f.attempt(),
        over.code(),
        over.result());
  }

  /** Of a job of which an attempt ended. */
  private static JobOutcome attempted(
      String job,
      String instance,
      JobOutcomeKind outcome,
      JobReason reason,
      int attempt,
      GrpcStatus code,
      OpaqueBytes result) {
    return new JobOutcome(
        job,
        null,
        instance,
        outcome,
        reason,
        null,
        null,
        null,
        attempt,
        code == null ? null : code.name(),
        BotsOutputConverter.bytes(result));
  }

  private static JobReason reason(BotsReason reason) {
    return reason == null ? null : BotsSymbols.ofJob(reason);
  }
}
