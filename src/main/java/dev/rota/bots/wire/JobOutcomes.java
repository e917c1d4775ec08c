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
      case JobBackedOff f -> {
        JobOutcome backedOff =
            waits(
                f.job(),
                f.instance(),
                JobOutcomeKind.BACKED_OFF,
                f.reason(),
                f.until(),
                null,
                null);
        yield BotsOutputConverter.outcome(grid, f, backedOff, "bots 3.1");
      }
      case JobLeftAlone f -> BotsOutputConverter.outcome(grid, f, alone(f), "bots 12");
      case JobRetried f -> {
        JobOutcome retried =
            waits(
                f.job(),
                f.instance(),
                JobOutcomeKind.RETRIED,
                f.reason(),
                null,
                f.attempt(),
                f.result());
        yield BotsOutputConverter.outcome(grid, f, retried, "bots 10");
      }
    };
  }

  private static JobOutcome refused(JobRefused f) {
    return new JobOutcome(
        f.job(),
        f.operation(),
        f.instance(),
        JobOutcomeKind.REFUSED,
        BotsSymbols.ofJob(f.reason()),
        f.detail(),
        null,
        null,
        null,
        null,
        null);
  }

  private static JobOutcome waits(
      String job,
      String instance,
      JobOutcomeKind outcome,
      BotsReason reason,
      Long until,
      Integer attempt,
      OpaqueBytes result) {
    return new JobOutcome(
        job,
        null,
        instance,
        outcome,
        reason(reason),
        null,
        null,
        until,
        attempt,
        null,
        BotsOutputConverter.bytes(result));
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

  private static JobOutcome alone(JobLeftAlone f) {
    return new JobOutcome(
        f.job(),
        null,
        f.instance(),
        JobOutcomeKind.UNSCHEDULABLE,
        reason(f.reason()),
        f.missing(),
        null,
        null,
        null,
        null,
        null);
  }

  private static JobOutcome ended(JobEnded f) {
    return new JobOutcome(
        f.job(),
        null,
        f.instance(),
        f.cancelled() && f.code() != GrpcStatus.DEADLINE_EXCEEDED
            ? JobOutcomeKind.CANCELLED
            : JobOutcomeKind.COMPLETED,
        reason(f.reason()),
        null,
        null,
        null,
        f.attempt(),
        f.code() == null ? null : f.code().name(),
        BotsOutputConverter.bytes(f.result()));
  }

  private static JobOutcome plain(
      String job, String operation, String instance, JobOutcomeKind outcome, BotsReason reason) {
    return new JobOutcome(
        job, operation, instance, outcome, reason(reason), null, null, null, null, null, null);
  }

  private static JobReason reason(BotsReason reason) {
    return reason == null ? null : BotsSymbols.ofJob(reason);
  }
}
